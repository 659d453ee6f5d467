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
  /// How long somebody looks again and again before he sleeps: work of a small model comes every few microseconds, and
  /// to be woken takes as long. In all it is less than a tenth of a millisecond.
  struct Patience {
    int looks;   ///< of some 10 to 50 ns, by the processor
    int yields;  ///< then these, of some 300 ns where nobody else wants to run, and longer where somebody does
  };
  static constexpr Patience kPolite{40, 300};  ///< lets others have the processor soon
  static constexpr Patience kEager{400, 200};  ///< keeps it for some fifteen microseconds
  static constexpr Patience kAlone{0, 300};    ///< there is no other processor that could bring what is waited for
  /// Returns once `ready()` holds, which is asked again after every ring.
  template <class Ready>
  void waitUntil(Ready ready, DeviceObserver* observer, Patience patience = kPolite) {
    for (int i = 0; i < patience.looks; ++i) {
      if (ready()) return;
      pause();
    }
    for (int i = 0; i < patience.yields && !isCrowded(); ++i) {
      if (ready()) return;
      yield();
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
  static void pause() { __builtin_ia32_pause(); }
  void yield();
  /// Whether others want the processor so much that whoever yields it waits for their turn: then sleeping is quicker,
  /// since who is woken is preferred. Tried again after some waits.
  bool isCrowded() {
    const int waits = m_crowdedWaits.load(std::memory_order_relaxed);
    if (waits > 0) m_crowdedWaits.store(waits - 1, std::memory_order_relaxed);
    return waits > 0;
  }
  void sleep(std::uint32_t ticket, DeviceObserver* observer);

  std::atomic<std::uint32_t> m_rings{0};
  std::atomic<std::uint32_t> m_sleepers{0};
  std::atomic<int> m_crowdedWaits{0};  ///< how many more waits go to sleep instead of yielding
};

}  // namespace strata::cpu
