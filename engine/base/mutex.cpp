#include "engine/base/mutex.h"

#include <chrono>
#include <utility>

namespace strata::inline base {
namespace {

std::chrono::steady_clock::time_point steadyTime(HostTime time) {
  return std::chrono::steady_clock::time_point(std::chrono::nanoseconds(time.ns));
}

/// For the waits of the standard library that go on until their question is answered: one wait.
auto once() {
  return [waited = false]() mutable { return std::exchange(waited, true); };
}

}  // namespace

bool Condition::waitUntil(Lock& lock, HostTime end) {
  return m_changed.wait_until(lock.m_lock, steadyTime(end)) == std::cv_status::no_timeout;
}

bool Condition::wait(Lock& lock, const std::stop_token& stop) {
  m_changed.wait(lock.m_lock, stop, once());
  return !stop.stop_requested();
}

bool Condition::waitUntil(Lock& lock, HostTime end, const std::stop_token& stop) {
  m_changed.wait_until(lock.m_lock, stop, steadyTime(end), once());
  return !stop.stop_requested() && hostNow() < end;
}

}  // namespace strata::inline base
