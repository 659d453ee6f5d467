#include "app/session/agent_errors.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "engine/protocol/advice.h"
#include "engine/protocol/agent_faults.h"

namespace strata::inline session {
namespace {

std::string lastLine(std::string_view words) {
  while (!words.empty() && (words.back() == '\n' || words.back() == '\r')) words.remove_suffix(1);
  const auto newline = words.rfind('\n');
  return std::string(newline == std::string_view::npos ? words : words.substr(newline + 1));
}

/// Of a process that a signal ended, the shell in between says so behind its last words.
std::string_view withoutTheShells(std::string_view words, int signal) {
  const std::string line = lastLine(words);
  const std::size_t at = words.rfind(line);
  return !line.empty() && line.starts_with(::strsignal(signal)) ? words.substr(0, at) : words;
}

std::string mayHaveWrittenOver() {
  return fmt::format(" It could not say where; the kernel may have written over memory of the agent itself. {}",
                     kToFindTheLine);
}

/// 0: none. A shell in between reports a signal as 128 + its number.
int signalOf(const AgentProcess::Exit& exit) {
  if (exit.signaled) return exit.code;
  return exit.code > 128 && exit.code < 128 + 65 ? exit.code - 128 : 0;
}

bool crashed(const AgentProcess::Exit& exit) {
  constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  return std::ranges::find(kCrashes, signalOf(exit)) != kCrashes.end();
}

std::string howItEnded(const AgentProcess::Exit& exit) {
  if (const int signal = signalOf(exit); signal != 0)
    return fmt::format("was ended by signal {} ({})", signal, ::strsignal(signal));
  return fmt::format("ended with exit status {}", exit.code);
}

std::string quoted(const AgentProcess::Exit& exit) {
  const int signal = signalOf(exit);
  const std::string line = lastLine(signal > 0 ? withoutTheShells(exit.lastWords, signal) : exit.lastWords);
  return line.empty() ? std::string{} : fmt::format(" Its last words: {}", line);
}

/// What an agent says of any crash is no advice to who has followed it.
std::string withoutAdvice(std::string words) {
  const std::string advice = fmt::format(" {}", kToFindTheLine);
  if (words.ends_with(advice)) words.resize(words.size() - advice.size());
  return words;
}

std::string during(std::string_view doing) {
  return doing.empty() ? std::string{} : fmt::format(" during \"{}\"", doing);
}

}  // namespace

Error agentEnded(const AgentProcess::Exit& exit, std::string_view doing, RanThen ran) {
  const std::string words = ran == RanThen::Watched ? withoutAdvice(quoted(exit)) : quoted(exit);
  const std::string cause = ran == RanThen::Own && words.empty() && crashed(exit) ? mayHaveWrittenOver() : "";
  return {ErrorCode::AgentDied,
          fmt::format("The agent {}{}. All it had sent is kept; running again starts a new agent.{}{}",
                      howItEnded(exit), during(doing), words, cause)};
}

Error compilerEnded(const AgentProcess::Exit& exit, std::string_view target) {
  if (signalOf(exit) == SIGXCPU)
    return {ErrorCode::Usage, "The compiler took all the processor's time that it gets: is there an endless template?",
            Storey::Compiler};
  const std::string_view whatToDo =
      crashed(exit) ? " It may be older than that architecture: choose another one, or install a newer compiler." : "";
  return {ErrorCode::AgentDied,
          fmt::format("The agent {} while it compiled for {}.{}{}", howItEnded(exit), target, whatToDo, quoted(exit)),
          Storey::Compiler};
}

Error agentSilent(Duration limit, std::string_view doing, const Silence& silence) {
  return {ErrorCode::AgentDied,
          fmt::format("The agent said nothing for {}{} and was ended: it hangs. All it had sent is kept; running "
                      "again starts a new agent.",
                      silentFor(limit, silence), during(doing))};
}

Error agentKilledByUser() {
  return {ErrorCode::Stopped,
          "The agent was ended, as asked. All it had sent is kept; running again starts a new one."};
}

Error notAnAgent(const std::string& command, std::uint64_t bytes) {
  return {ErrorCode::AgentDied,
          fmt::format("'{}' is not a Strata agent: it wrote {} bytes without a greeting. Check the command.", command,
                      bytes)};
}

Error notAnAgent(const std::string& command, std::uint64_t bytes, const AgentProcess::Exit& exit) {
  const std::string wrote = bytes == 0 ? "wrote nothing" : fmt::format("wrote {} bytes that are not a trace", bytes);
  return {ErrorCode::AgentDied, fmt::format("'{}' did not start a Strata agent: it {} and {}. Check the command.{}",
                                            command, wrote, howItEnded(exit), quoted(exit))};
}

Error answersOthers(const std::string& command) {
  return {ErrorCode::AgentDied,
          fmt::format("'{}' sends results of a run that was not asked for, as a recorded session does; they are not "
                      "shown as this run's. Give the command of an agent, or open the file as a session.",
                      command)};
}

Error streamProblem(const std::string& problem, bool live) {
  return {live ? ErrorCode::AgentDied : ErrorCode::Io, problem};
}

}  // namespace strata::inline session
