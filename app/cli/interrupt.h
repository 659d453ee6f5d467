#pragma once

#include <atomic>
#include <thread>

#include "app/cli/signal_pipe.h"
#include "app/session/session.h"

namespace strata::inline cli {

/// While it lives, the first Ctrl-C (or SIGTERM, or a SIGHUP that is not ignored) asks the session's agent to stop, and
/// the second ends it, as do five seconds in which it did not stop. At most one at a time.
class Interrupt {
 public:
  explicit Interrupt(Session& session);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool happened() const { return m_count.load() > 0; }

 private:
  void listen();

  Session& m_session;
  std::atomic<int> m_count{0};
  SignalPipe m_signals;
  std::thread m_thread;
};

}  // namespace strata::inline cli
