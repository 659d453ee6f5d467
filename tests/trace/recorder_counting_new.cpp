// Every allocation of the test program passes here, so that a test can say that code allocates nothing.
#include "tests/trace/recorder_counting_new.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
thread_local constinit std::size_t t_allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++t_allocations;
  void* memory = alignment > alignof(std::max_align_t)
                     ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                     : std::malloc(size == 0 ? 1 : size);
  if (!memory) throw std::bad_alloc();
  return memory;
}
}  // namespace

std::size_t strata::test::allocationsOfThisThread() {
  return t_allocations;
}

void* operator new(std::size_t size) {
  return counted(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
// The sanitizers bring a nothrow form of their own, which would not fit the delete below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++t_allocations;
  return std::malloc(size == 0 ? 1 : size);
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
