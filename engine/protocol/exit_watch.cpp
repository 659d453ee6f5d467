#include "engine/protocol/exit_watch.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <cerrno>

namespace strata::inline protocol {

ExitWatch::ExitWatch(pid_t pid, int wakeFd) : m_state(std::make_shared<State>()) {
  m_state->pid = pid;
  m_state->wake.reset(::fcntl(wakeFd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  m_thread = std::thread([state = m_state] { watch(state); });
}

ExitWatch::~ExitWatch() {
  if (m_state->abandoned)
    m_thread.detach();
  else
    m_thread.join();
}

void ExitWatch::abandon() {
  m_state->abandoned = true;
}

void ExitWatch::watch(const std::shared_ptr<State>& state) {
  const auto pid = static_cast<id_t>(state->pid);
  siginfo_t info;
  while (::waitid(P_PID, pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  state->ended = true;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(state->wake.get(), &byte, 1);
  if (state->abandoned) ::waitpid(state->pid, nullptr, 0);
}

}  // namespace strata::inline protocol
