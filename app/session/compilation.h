#pragma once

#include <functional>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/base/temporary_folder.h"
#include "engine/protocol/agent_process.h"
#include "engine/protocol/compile_question.h"

namespace strata::inline session {

/// What an agent of this installation answers to it, in a process of its own; no device is needed. Gone with the
/// object, and the process with it.
class Compilation {
 public:
  using Answer = Result<nlohmann::json>;  ///< an object whose "kernels" stepBuildFromJson() reads

  /// `answered` is called once, from another thread. Usage for a target that nobody compiles for, Unavailable where the
  /// agent that does is not here, Io where the temporary folder takes nothing.
  static Result<std::unique_ptr<Compilation>> start(const CompileQuestion& question,
                                                    std::function<void(Answer)> answered);
  ~Compilation();

 private:
  Compilation() = default;

  TemporaryFolder m_folder;  ///< where the agent puts its files, however it ends
  std::unique_ptr<AgentProcess> m_process;
};

/// The same, waited for.
Compilation::Answer compiledNow(const CompileQuestion& question);

/// The backend whose agent compiles for a target; Usage where none does.
Result<std::string> backendCompilingFor(const std::string& target);

}  // namespace strata::inline session
