#pragma once

#include <atomic>
#include <cstdint>

#include "engine/device/device_observer.h"

namespace strata::cpu {

/// How one thread wakes another, on a futex of Linux: a system call is made only when somebody really sleeps. Change
/// what is waited for first (sequentially consistent), then ring; a ring in between is not lost. The observer, if there
/// is one, hears of each system call.
class Doorbell {
 public:
  /// Wakes all who wait.
  void ring(DeviceObserver* observer);
  /// Returns once `ready()` holds, which is asked again after every ring. Looks for some microseconds before it sleeps.
  template <class Ready>
  void waitUntil(Ready ready, DeviceObserver* observer) {
    for (int i = 0; i < kLooks; ++i) {
      if (ready()) return;
      pause();
    }
    m_sleepers.fetch_add(1);
    for (;;) {
      const std::uint32_t ticket = m_rings.load();
      if (ready()) break;
      sleep(ticket, observer);
    }
    m_sleepers.fetch_sub(1);
  }

 private:
  static constexpr int kLooks = 200;  ///< of some 10 to 40 ns, by the processor
  static void pause() { __builtin_ia32_pause(); }
  void sleep(std::uint32_t ticket, DeviceObserver* observer);

  std::atomic<std::uint32_t> m_rings{0};
  std::atomic<std::uint32_t> m_sleepers{0};
};

}  // namespace strata::cpu
