#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/protocol/agent_process.h"
#include "engine/protocol/silence.h"

// The sentences that say what became of an agent.

namespace strata::inline session {

/// What an agent ran when it ended.
enum class RanThen : std::uint8_t {
  Strata,   ///< nothing, or kernels of Strata's
  Own,      ///< a kernel that somebody brought
  Watched,  ///< a kernel whose errors were looked for: to look for them is no advice any more
};

Error agentEnded(const AgentProcess::Exit& exit, std::string_view doing, RanThen ran);
/// Of one that was asked what a compiler makes for a target.
Error compilerEnded(const AgentProcess::Exit& exit, std::string_view target);
Error agentSilent(Duration limit, std::string_view doing, const Silence& silence = {});
Error agentKilledByUser();
Error notAnAgent(const std::string& command, std::uint64_t bytes);
Error notAnAgent(const std::string& command, std::uint64_t bytes, const AgentProcess::Exit& exit);
Error answersOthers(const std::string& command);
Error streamProblem(const std::string& problem, bool live);

}  // namespace strata::inline session
