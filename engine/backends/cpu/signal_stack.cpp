#include "engine/backends/cpu/signal_stack.h"

#include <sys/mman.h>

#include "engine/backends/cpu/sanitizer.h"

namespace strata::cpu {
namespace {

constexpr std::size_t kBytes = 64 * 1024;

}  // namespace

SignalStack::SignalStack() {
#if !defined(STRATA_ASAN) && !defined(STRATA_TSAN)
  void* memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  m_memory = memory;
  stack_t mine{};
  mine.ss_sp = memory;
  mine.ss_size = kBytes;
  ::sigaltstack(&mine, &m_before);
#endif
}

SignalStack::~SignalStack() {
  if (!m_memory) return;
  ::sigaltstack(&m_before, nullptr);
  ::munmap(m_memory, kBytes);
}

}  // namespace strata::cpu
