#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "engine/base/time.h"
#include "engine/protocol/request.h"

namespace strata {

/// Lets about 20 progress answers a second through. The newest one is kept and goes out with the next `tick`, so what
/// the viewer shows is never older than that. Thread-safe; nothing goes out after `close` until the next `offer`.
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
  void sendIfDue();

  const std::function<void(const Answer&)> m_send;
  std::mutex m_mutex;
  std::optional<Answer> m_waiting;
  std::optional<Answer> m_newest;
  HostTime m_lastSent;
};

}  // namespace strata
