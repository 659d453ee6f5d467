#include "tests/modelfile/allocation_peak.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_used{0}, g_peak{0};

}  // namespace

void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (!memory) throw std::bad_alloc();
  const std::size_t used = g_used += ::malloc_usable_size(memory);
  g_peak = std::max(g_peak.load(), used);
  return memory;
}

void operator delete(void* memory) noexcept {
  if (memory) g_used -= ::malloc_usable_size(memory);
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}

namespace strata::test {

AllocationPeak::AllocationPeak() : m_before(g_used) {
  g_peak = g_used.load();
}

std::size_t AllocationPeak::bytes() const {
  return g_peak - m_before;
}

}  // namespace strata::test
