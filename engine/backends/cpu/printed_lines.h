#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "engine/device/device_observer.h"

namespace strata::cpu {

/// What the threads of a launch print, told to an observer (or nobody) as they do. The first kMost lines are; the
/// others are counted, and their number is told with the launch's end. Any thread.
class PrintedLines {
 public:
  static constexpr std::uint64_t kMost = 1000;

  PrintedLines(DeviceObserver* observer, std::uint64_t token) : m_observer(observer), m_token(token) {}
  ~PrintedLines() {
    const std::uint64_t count = m_count;
    if (m_observer && count > kMost) m_observer->printed({m_token, {}, {}, {}, count - kMost});
  }
  PrintedLines(const PrintedLines&) = delete;
  PrintedLines& operator=(const PrintedLines&) = delete;

  void add(Dim3 block, Dim3 thread, std::string_view text) {
    if (m_count.fetch_add(1, std::memory_order_relaxed) >= kMost || !m_observer) return;
    if (text.ends_with('\n')) text.remove_suffix(1);
    m_observer->printed({m_token, block, thread, text, 0});
  }

 private:
  DeviceObserver* m_observer;
  std::uint64_t m_token;
  std::atomic<std::uint64_t> m_count{0};
};

}  // namespace strata::cpu
