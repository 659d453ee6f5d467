#include "app/cli/heap_peak.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>

namespace strata::inline cli {

std::size_t heapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

HeapPeak::HeapPeak() : m_peak(heapBytes()) {
  m_thread = std::thread([this] {
    while (!m_done) {
      m_peak = std::max(m_peak.load(), heapBytes());
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
}

HeapPeak::~HeapPeak() {
  m_done = true;
  m_thread.join();
}

}  // namespace strata::inline cli
