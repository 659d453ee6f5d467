#pragma once

#include <atomic>

namespace strata::inline device {

/// Between a device whose kernels run in pieces and whoever waits for them: the device shows that it moves, the other
/// may make it give up. Any thread.
class WorkControl {
 public:
  /// Kernels end before their next block, and those that follow do nothing, until `resume`; copies are still made.
  /// Meanwhile every wait for the device answers Stopped: what was computed is not whole.
  void abandon() { m_abandoned = true; }
  void resume() { m_abandoned = false; }
  bool abandoned() const { return m_abandoned.load(std::memory_order_relaxed); }

  /// Whether a block has begun since the last call, or one was said to move.
  bool moved() { return m_moved.exchange(false); }

  /// A block goes on. Writes only where nobody has since `moved`, since all cores share the line.
  void moves() {
    if (!m_moved.load(std::memory_order_relaxed)) m_moved.store(true, std::memory_order_relaxed);
  }
  /// The device, before each block: whether to go on.
  bool nextBlock() {
    moves();
    return !abandoned();
  }

 private:
  std::atomic<bool> m_abandoned{false}, m_moved{false};
};

}  // namespace strata::inline device
