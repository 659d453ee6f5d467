#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "engine/base/exception_error.h"
#include "engine/base/standard_streams.h"
#include "engine/base/temporary_file.h"
#include "engine/protocol/agent.h"
#include "engine/protocol/agent_options.h"
#include "engine/protocol/crash_signals.h"

namespace strata::inline protocol {

namespace {

constexpr int kIoStatus = 6;

int g_signalPipe[2] = {-1, -1};

extern "C" void strataAgentTerminates(int) {
  const int saved = errno;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(g_signalPipe[1], &byte, 1);
  errno = saved;
}

/// A descriptor that becomes readable when a signal asks the agent to leave; -1 where there can be none.
int terminationFd() {
  if (::pipe2(g_signalPipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  struct sigaction action = {};
  action.sa_handler = strataAgentTerminates;
  action.sa_flags = SA_RESTART;
  for (const int signal : kEndingSignals) ::sigaction(signal, &action, nullptr);
  return g_signalPipe[0];
}

/// The real standard output under a private number; whatever prints to standard output prints to standard error.
int takeStandardOutput() {
  std::fflush(stdout);
  const int fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return fd;
}

std::string compileAsked(const AgentParts& parts, const AgentCommand& command) {
  if (!command.compilesOwn) return compileOnce(parts, command.compile);
  std::string line;
  std::getline(std::cin, line);
  return compileOnce(parts, command.compile, line);
}

int leaveTaken(int status) {
  const auto taken = standardOutputTaken();
  if (taken.ok()) return status;
  printRemark(taken.error().message + "\n");
  return kIoStatus;
}

int leave(const AgentLeaves& leaves) {
  (leaves.status == 0 ? printText : printRemark)(leaves.text);
  return leaveTaken(leaves.status);
}

/// What was found is an answer also where it is an error.
int answerCompiling(const AgentParts& parts, const AgentCommand& command) {
  const std::string answer = compileAsked(parts, command);
  printText(answer + "\n");
  const auto compiled = compiledFrom(answer);
  return leaveTaken(compiled.ok() ? 0 : exitStatusOf(compiled.error().code));
}

int actAsTold(int argc, char** argv, AgentParts parts) {
  auto parsed = parseAgentCommand(argc, argv, parts.name, parts.targets);
  if (const auto* leaves = std::get_if<AgentLeaves>(&parsed)) return leave(*leaves);
  auto& command = std::get<AgentCommand>(parsed);
  if (!command.compile.step.empty()) return answerCompiling(parts, command);
  if (::isatty(STDOUT_FILENO))
    return leave({kUsageStatus, parts.name + " writes a binary trace: send it to a file or a program, as in " +
                                    parts.name + " > out.pftrace\n"});
  command.options.outputFd = takeStandardOutput();
  if (command.options.outputFd < 0)
    return leave({kIoStatus, parts.name + ": standard output cannot be used: " + std::strerror(errno) + "\n"});
  command.options.stopFd = terminationFd();
  command.options.crashFd = catchCrashes();
  try {
    Agent agent(parts, command.options);
    return command.probe ? agent.probe() : agent.serve();
  } catch (const std::system_error& refused) {
    return leave({kIoStatus, exceptionError(parts.name, refused).message + "\n"});
  }
}

}  // namespace

int serveAgent(AgentParts& parts, const AgentOptions& options) {
  return Agent(parts, options).serve();
}

int agentMain(int argc, char** argv, AgentParts parts) {
  prepareStandardStreams();
  const int status = actAsTold(argc, argv, std::move(parts));
  if (kSanitizerTells) return status;
  endAtOnce(status);
}

}  // namespace strata::inline protocol
