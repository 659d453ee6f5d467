#pragma once

#include <string>
#include <variant>

#include "engine/protocol/agent_loop.h"
#include "engine/protocol/compile_once.h"

namespace strata::inline protocol {

/// What an agent's command line asks for.
struct AgentCommand {
  AgentOptions options;
  bool probe = false;        ///< say hello and what is here, then leave
  CompileOrder compile;      ///< if it has a step: say what a compiler makes of it, then leave
  bool compilesOwn = false;  ///< of a kernel on standard input, in that step's place
};

inline constexpr int kUsageStatus = 2;
/// An agent's exit code where such an error was the answer to what it was asked: the command line program's, too.
int exitStatusOf(ErrorCode code);

/// The command line is not one to serve by: text to print and the status to leave with (0 for --help and --version).
struct AgentLeaves {
  int status = 0;
  std::string text;
};

/// `targets`: AgentParts::targets, for --help.
std::variant<AgentCommand, AgentLeaves> parseAgentCommand(int argc, const char* const* argv, const std::string& name,
                                                          const std::string& targets);

}  // namespace strata::inline protocol
