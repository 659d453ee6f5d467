#include "engine/protocol/agent_process.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <utility>

#include "engine/base/exception_error.h"
#include "engine/protocol/agent_process_impl.h"

namespace strata::inline protocol {

namespace {

constexpr Duration kPatience{1'000'000'000};  ///< for the end after closed input, after SIGTERM, after SIGKILL
constexpr std::size_t kMostOutgoing = std::size_t{4} << 20;

/// Of which no object keeps track: all it started ends, and its status is nobody's.
void endChild(pid_t pid) {
  ::kill(-pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

AgentProcess::Impl::Impl(Child started, UniqueFd wakeReadEnd, UniqueFd wakeWriteEnd, Handlers toCall)
    : pid(started.pid),
      m_handlers(std::move(toCall)),
      m_output(std::move(started.pipes.output)),
      m_error(std::move(started.pipes.error)),
      m_wakeRead(std::move(wakeReadEnd)),
      m_wakeWrite(std::move(wakeWriteEnd)),
      m_input(std::move(started.pipes.input)),
      m_exitWatch(pid, m_wakeWrite.get()) {
  try {
    m_thread = std::thread([this] { loop(); });
  } catch (...) {
    ::kill(-pid, SIGKILL);  // the watch, which ends with this object, waits for its end
    throw;
  }
}

AgentProcess::Impl::~Impl() {
  m_thread.join();
}

Result<void> AgentProcess::Impl::queue(std::string_view line) {
  const Lock lock(m_mutex);
  if (m_ended) return Error{ErrorCode::AgentDied, "The request was not sent: the agent has ended. Start a new one."};
  if (!m_input.valid() || m_closeWhenSent)
    return Error{ErrorCode::Io, "The request was not sent: the agent's input is closed. Start a new agent."};
  if (m_outgoing.size() + line.size() >= kMostOutgoing)
    return Error{ErrorCode::Io,
                 "The request was not sent: the agent does not read its input. Stop it and start a new one."};
  m_outgoing.append(line).push_back('\n');
  wake();
  return {};
}

void AgentProcess::Impl::closeInput() {
  const Lock lock(m_mutex);
  m_closeWhenSent = true;
  wake();
}

/// Once the shell is reaped its number may be another's.
void AgentProcess::Impl::signal(int number) {
  const Lock lock(m_mutex);
  if (!m_reaped) ::kill(-pid, number);
}

bool AgentProcess::Impl::waitForEnd(Duration patience) {
  const HostTime end = hostNow() + patience;
  Lock lock(m_mutex);
  while (!m_finished && m_changed.waitUntil(lock, end)) continue;
  return m_finished;
}

void AgentProcess::Impl::abandon() {
  const Lock lock(m_mutex);
  m_abandoned = true;
  m_exitWatch.abandon();
  wake();
}

void AgentProcess::Impl::wake() {
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(m_wakeWrite.get(), &byte, 1);
}

Result<std::unique_ptr<AgentProcess>> AgentProcess::start(const std::string& command, Handlers handlers,
                                                          Inherited inherited) {
  int wake[2];
  if (::pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0)
    return Error{ErrorCode::Io, "The agent could not be started: too many files are open. Close some and try again."};
  UniqueFd wakeRead(wake[0]), wakeWrite(wake[1]);
  STRATA_ASSIGN(Child child, startShell(command, std::move(inherited)));
  const pid_t pid = child.pid;
  try {
    auto impl =
        std::make_unique<Impl>(std::move(child), std::move(wakeRead), std::move(wakeWrite), std::move(handlers));
    return std::unique_ptr<AgentProcess>(new AgentProcess(std::move(impl)));
  } catch (const std::exception& thrown) {
    endChild(pid);
    return exceptionError("Starting the agent", thrown);
  }
}

AgentProcess::AgentProcess(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

AgentProcess::~AgentProcess() {
  closeInput();
  if (m_impl->waitForEnd(kPatience)) return;
  m_impl->signal(SIGTERM);
  if (m_impl->waitForEnd(kPatience)) return;
  m_impl->signal(SIGKILL);
  if (!m_impl->waitForEnd(kPatience)) m_impl->abandon();
}

Result<void> AgentProcess::send(std::string_view line) {
  return m_impl->queue(line);
}

void AgentProcess::closeInput() {
  m_impl->closeInput();
}

void AgentProcess::kill() {
  m_impl->signal(SIGKILL);
}

int AgentProcess::pid() const {
  return m_impl->pid;
}

bool AgentProcess::running() const {
  const Lock lock(m_impl->m_mutex);
  return !m_impl->m_ended;
}

}  // namespace strata::inline protocol
