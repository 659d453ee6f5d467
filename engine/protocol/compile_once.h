#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

#include "engine/protocol/agent_loop.h"

namespace strata::inline protocol {

/// What `--compile` asks an agent: an experiment's variant, and a target.
struct CompileOrder {
  std::string step;    ///< "matmul/tiled"; empty: nothing is asked
  std::string target;  ///< "sm_90"; empty: the device's architecture
  int deviceIndex = 0;
};

/// The answer as one line of JSON: what AgentParts::compile says, or an Answer of status Error. A device is opened only
/// where no target is asked for.
/// `own`: a line that brings a kernel of one's own in the step's place (ownKernelLine); empty: the step itself.
std::string compileOnce(const AgentParts& parts, const CompileOrder& order, std::string_view own = {});

/// What such a line says: an object with the array "kernels".
Result<nlohmann::json> compiledFrom(std::string_view line);

/// What --own reads from standard input: a request whose "own_kernels" has the kernel.
std::string ownKernelLine(const OwnKernel& kernel);

}  // namespace strata::inline protocol
