#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

namespace strata::inline cli {

/// Bytes that malloc has given out now.
std::size_t heapBytes();

/// Watches the heap from a thread of its own, looking every millisecond, while it lives.
class HeapPeak {
 public:
  HeapPeak();
  ~HeapPeak();
  HeapPeak(const HeapPeak&) = delete;
  HeapPeak& operator=(const HeapPeak&) = delete;

  /// The most bytes seen so far.
  std::size_t bytes() const { return m_peak; }

 private:
  std::atomic<std::size_t> m_peak;
  std::atomic<bool> m_done{false};
  std::thread m_thread;
};

}  // namespace strata::inline cli
