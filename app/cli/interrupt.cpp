#include "app/cli/interrupt.h"
#include "app/cli/print.h"

#include <poll.h>

namespace strata::inline cli {
namespace {

constexpr int kForEver = -1, kPatienceMs = 5000;

}  // namespace

Interrupt::Interrupt(Session& session) : m_session(session) {
  if (m_signals.ends()) m_thread = std::thread([this] { listen(); });
}

Interrupt::~Interrupt() {
  if (!m_thread.joinable()) return;
  m_signals.ends()->tellEnded();
  m_thread.join();
}

void Interrupt::listen() {
  const SignalPipe::Ends& ends = *m_signals.ends();
  pollfd end{ends.read.get(), POLLIN, 0};
  for (int patience = kForEver;;) {
    const int news = ::poll(&end, 1, patience);
    if (news < 0) continue;  // a handler ran on this thread
    if (news > 0 && ends.next() == SignalPipe::News::Ended) return;
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
