#include "app/cli/allocation_count.h"

#include <cstdlib>
#include <new>

// The standard library's array and nothrow forms come through these two.

namespace {
thread_local std::uint64_t t_allocations = 0;
}  // namespace

void* operator new(std::size_t bytes) {
  ++t_allocations;
  if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
  throw std::bad_alloc();
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  ++t_allocations;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (bytes + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace strata::inline cli {

std::uint64_t allocationCount() {
  return t_allocations;
}

}  // namespace strata::inline cli
