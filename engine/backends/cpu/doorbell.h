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
  /// Returns once `ready()` holds, which is asked again after every ring. Before it sleeps it looks again and again,
  /// for some hundred microseconds in all, and soon lets others have the processor in between: work of a small model
  /// comes every few microseconds, and to be woken takes as long.
  template <class Ready>
  void waitUntil(Ready ready, DeviceObserver* observer) {
    for (int i = 0; i < kLooks + kYields; ++i) {
      if (ready()) return;
      i < kLooks ? pause() : yield();
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
  static constexpr int kLooks = 40;    ///< of some 10 to 40 ns, by the processor
  static constexpr int kYields = 300;  ///< of some 300 ns, where nobody else wants to run
  static void pause() { __builtin_ia32_pause(); }
  static void yield();
  void sleep(std::uint32_t ticket, DeviceObserver* observer);

  std::atomic<std::uint32_t> m_rings{0};
  std::atomic<std::uint32_t> m_sleepers{0};
};

}  // namespace strata::cpu
