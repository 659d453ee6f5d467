#include "engine/backends/cpu/fiber_stacks.h"

#include <sys/mman.h>

#include <atomic>
#include <new>

#include "engine/backends/cpu/sanitizer.h"

namespace strata::cpu {
namespace {

constexpr std::size_t kPage = 4096;
#if defined(STRATA_ASAN) || defined(STRATA_TSAN)
constexpr std::size_t kStackBytes = 256 * 1024;
#else
constexpr std::size_t kStackBytes = 64 * 1024;
#endif
constexpr std::size_t kStride = kPage + kStackBytes;
constexpr std::size_t kStacksPerSlab = 64;
constexpr std::size_t kSlabBytes = kStride * kStacksPerSlab;
constexpr std::size_t kStagger = 320;

// Each protected page costs a mapping, and Linux gives a process 65530 of them by default: fibers take at most a
// quarter.
std::atomic<int> guardsLeft{16384};

bool protect(char* page) {
  if (guardsLeft.fetch_sub(1) > 0 && mprotect(page, kPage, PROT_NONE) == 0) return true;
  guardsLeft.fetch_add(1);
  return false;
}

}  // namespace

FiberStacks::~FiberStacks() {
  for (char* slab : m_slabs) {
    STRATA_FORGET_STACKS(slab, kSlabBytes);
    munmap(slab, kSlabBytes);
  }
  guardsLeft.fetch_add(m_guards);
}

FiberStacks::Stack FiberStacks::take() {
  const std::size_t index = m_taken % kStacksPerSlab;
  if (index == 0) addSlab();
  const std::size_t stagger = m_taken * kStagger % kPage;
  ++m_taken;
  return {m_slabs.back() + index * kStride + kPage, kStackBytes - stagger};
}

void FiberStacks::addSlab() {
  void* slab = mmap(nullptr, kSlabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slab == MAP_FAILED) throw std::bad_alloc();
  m_slabs.push_back(static_cast<char*>(slab));
  for (std::size_t i = 0; i < kStacksPerSlab; ++i) m_guards += protect(m_slabs.back() + i * kStride);
}

}  // namespace strata::cpu
