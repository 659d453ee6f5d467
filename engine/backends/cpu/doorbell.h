#pragma once

#include <atomic>
#include <cstdint>

#include "engine/device/device_observer.h"

namespace strata::cpu {

/// How one thread wakes another, on a futex of Linux: a system call is made only when somebody really sleeps. Take a
/// ticket, look whether there is something to do, and wait with that ticket if not: a ring in between is not lost.
/// The observer, if there is one, hears of each system call.
class Doorbell {
 public:
  using Ticket = std::uint32_t;
  Ticket ticket() const { return m_rings.load(); }
  /// Wakes all who wait.
  void ring(DeviceObserver* observer);
  /// Returns once somebody has rung since the ticket was taken.
  void wait(Ticket ticket, DeviceObserver* observer);

 private:
  std::atomic<std::uint32_t> m_rings{0};
  std::atomic<std::uint32_t> m_sleepers{0};
};

}  // namespace strata::cpu
