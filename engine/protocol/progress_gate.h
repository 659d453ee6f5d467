#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/base/mutex.h"
#include "engine/base/time.h"
#include "engine/protocol/request.h"

namespace strata::inline protocol {

/// Lets about 20 progress answers a second through. The newest one is kept and goes out with the next `tick`, so what
/// the viewer shows is never older than that. Nothing goes out after `close` until the next `offer`.
/// Any thread; `send` is called while the gate is locked and must not call it.
class ProgressGate {
 public:
  explicit ProgressGate(std::function<void(const Answer&)> send);
  void offer(Answer answer);
  /// What was offered last still goes on: it is said once more where nothing has gone out for a second.
  void again();
  /// The message offered last; empty after `close`.
  std::string newest();
  void tick();   ///< sends what waits, if it is time
  void close();  ///< forgets what waits

 private:
  void sendIfDue() STRATA_REQUIRES(m_mutex);

  const std::function<void(const Answer&)> m_send;
  Mutex m_mutex;
  std::optional<Answer> m_waiting STRATA_GUARDED_BY(m_mutex);
  std::optional<Answer> m_newest STRATA_GUARDED_BY(m_mutex);
  HostTime m_lastSent STRATA_GUARDED_BY(m_mutex);
};

}  // namespace strata::inline protocol
