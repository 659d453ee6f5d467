#include "app/cli/interrupt.h"
#include "app/cli/print.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>

namespace strata::inline cli {
namespace {

constexpr int kForEver = -1, kPatienceMs = 5000;

// A signal handler may do no more than write; the thread at the other end does the work.
volatile std::sig_atomic_t g_pipe = -1;

void onSignal(int) {
  const char told = 's';
  if (g_pipe >= 0) [[maybe_unused]]
    const auto written = ::write(g_pipe, &told, 1);
}

/// As nohup has it.
bool ignoresHangUps() {
  struct sigaction action {};
  return ::sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void handleSignals(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  if (!ignoresHangUps()) ::sigaction(SIGHUP, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt(Session& session) : m_session(session) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  m_read = ends[0];
  m_write = ends[1];
  m_thread = std::thread([this] { listen(); });
  g_pipe = m_write;
  handleSignals(onSignal);
}

Interrupt::~Interrupt() {
  if (m_read < 0) return;
  handleSignals(SIG_DFL);
  g_pipe = -1;
  ::close(m_write);
  m_thread.join();
  ::close(m_read);
}

void Interrupt::listen() {
  pollfd end{m_read, POLLIN, 0};
  for (int patience = kForEver;;) {
    const int news = ::poll(&end, 1, patience);
    if (news < 0) continue;  // a handler ran on this thread
    char told = 0;
    if (news > 0 && ::read(m_read, &told, 1) != 1) return;
    if (news > 0 && ++m_count == 1) {
      remark("\nStopping; what was measured is kept. Ctrl-C again ends the agent.\n");
      m_session.stop();
      patience = kPatienceMs;
    } else {
      patience = kForEver;
      if (news > 0 || m_session.working()) m_session.killAgent();
    }
  }
}

}  // namespace strata::inline cli
