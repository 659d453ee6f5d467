#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "engine/protocol/agent_process_impl.h"

namespace strata::inline protocol {

namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
constexpr std::size_t kLongestFarewell = std::size_t{16}
                                         << 20;  ///< bytes taken from streams that a stray heir keeps open

/// Writing to an agent that closed its input raises a signal in the writing thread; here it is an error number only.
void blockPipeSignal() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

bool tryAgain() {
  return errno == EAGAIN || errno == EINTR;
}

}  // namespace

void AgentProcess::Impl::loop() {
  blockPipeSignal();
  m_buffer.resize(kReadBytes);
  for (;;) {
    waitForNews();
    takeOutput();
    takeWords();
    giveInput();
    const Lock lock(m_mutex);
    if (m_abandoned || m_exitWatch.ended()) break;
  }
  finish();
}

void AgentProcess::Impl::waitForNews() {
  std::array<pollfd, 4> fds{
      {{m_wakeRead.get(), POLLIN, 0}, {m_output.get(), POLLIN, 0}, {m_error.get(), POLLIN, 0}, {-1, POLLOUT, 0}}};
  {
    const Lock lock(m_mutex);
    if (!m_outgoing.empty()) fds[3].fd = m_input.get();
  }
  if (::poll(fds.data(), fds.size(), -1) <= 0 || fds[0].revents == 0) return;
  std::array<char, 64> bytes;
  [[maybe_unused]] const ssize_t count = ::read(m_wakeRead.get(), bytes.data(), bytes.size());
}

/// What is there now; nullopt if nothing is, or the stream has ended (it is closed then).
std::optional<std::span<const std::byte>> AgentProcess::Impl::readSome(UniqueFd& fd) {
  if (!fd.valid()) return std::nullopt;
  const ssize_t count = ::read(fd.get(), m_buffer.data(), m_buffer.size());
  if (count > 0) return std::span<const std::byte>(m_buffer).first(static_cast<std::size_t>(count));
  if (count == 0 || !tryAgain()) fd.reset();
  return std::nullopt;
}

void AgentProcess::Impl::takeOutput() {
  const auto bytes = readSome(m_output);
  if (bytes && m_handlers.output) m_handlers.output(*bytes);
}

void AgentProcess::Impl::takeWords() {
  if (const auto bytes = readSome(m_error)) m_words.add({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

void AgentProcess::Impl::giveInput() {
  const Lock lock(m_mutex);
  if (!m_input.valid()) return;
  if (!m_outgoing.empty()) {
    const ssize_t count = ::write(m_input.get(), m_outgoing.data(), m_outgoing.size());
    if (count >= 0) {
      m_outgoing.erase(0, static_cast<std::size_t>(count));
    } else if (!tryAgain()) {
      m_outgoing.clear();
      m_input.reset();
    }
  }
  if (m_closeWhenSent && m_outgoing.empty()) m_input.reset();
}

/// The shell is gone; what it started and left behind goes too, and what they wrote before is taken.
void AgentProcess::Impl::finish() {
  signal(SIGKILL);
  drain();
  const Exit exit = reap();
  {
    const Lock lock(m_mutex);
    m_input.reset();
    m_outgoing.clear();
    m_ended = true;
  }
  if (m_handlers.exited) m_handlers.exited(exit);
  const Lock lock(m_mutex);
  m_finished = true;
  m_changed.notifyAll();
}

void AgentProcess::Impl::drain() {
  std::size_t taken = 0;
  while (taken < kLongestFarewell) {
    const auto bytes = readSome(m_output);
    if (!bytes) break;
    taken += bytes->size();
    if (m_handlers.output) m_handlers.output(*bytes);
  }
  for (taken = 0; taken < kLongestFarewell; taken += m_buffer.size()) {
    const auto bytes = readSome(m_error);
    if (!bytes) break;
    m_words.add({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  }
}

AgentProcess::Exit AgentProcess::Impl::reap() {
  const Lock lock(m_mutex);
  m_reaped = true;
  int status = 0;
  if (m_abandoned || ::waitpid(pid, &status, 0) != pid) return {true, SIGKILL, m_words.text()};
  if (WIFSIGNALED(status)) return {true, WTERMSIG(status), m_words.text()};
  return {false, WEXITSTATUS(status), m_words.text()};
}

}  // namespace strata::inline protocol
