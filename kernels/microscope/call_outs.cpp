#include "kernels/microscope/call_outs.h"

#include <link.h>

#include <algorithm>
#include <array>
#include <cstddef>

// What the compiler calls out to in the instrumented build of the kernels: ThreadSanitizer's and SanitizerCoverage's
// interfaces under names of our own (call_outs.syms), so that the real sanitizers still link beside it.

namespace strata::inline microscope {
namespace {

STRATA_OF_PROGRAM constinit thread_local ThreadWatch* watching = nullptr;
STRATA_OF_PROGRAM constinit thread_local ThreadWatch* watchingBlocks = nullptr;

/// The program's own thread-local memory lies just below the thread pointer (x86-64 ABI, variant II).
std::size_t threadLocalBytes() {
  static const std::size_t kBytes = [] {
    std::size_t bytes = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* found) {
          for (int i = 0; i < info->dlpi_phnum; ++i) {
            const auto& header = info->dlpi_phdr[i];
            if (header.p_type == PT_TLS)
              *static_cast<std::size_t*>(found) =
                  (header.p_memsz + header.p_align - 1) / header.p_align * header.p_align;
          }
          return 1;  // the program itself comes first
        },
        &bytes);
    return bytes;
  }();
  return kBytes;
}

std::uintptr_t threadPointer() {
  std::uintptr_t pointer = 0;
  asm("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

/// Inline where most of it is constant: the call-out writes an Access in few pieces, and who reads it need not wait.
[[gnu::always_inline]] inline void told(void* pc, const void* address, std::size_t bytes, Access::Kind kind,
                                        Access::Atomic atomic = Access::Atomic::No, bool anyAddress = false) {
  if (!watching) return;
  watching->record({reinterpret_cast<std::uintptr_t>(pc), reinterpret_cast<std::uintptr_t>(address),
                    static_cast<std::uint16_t>(bytes), 0, kind, atomic, anyAddress});
}

/// Apart, so that a block that nobody asks about costs one look.
[[gnu::noinline]] void blockTold(void* pc) {
  told(pc, nullptr, 0, Access::Kind::Block);
}

void unitTold(void* pc, const void* address, unsigned bytes, Access::Kind kind) {
  if (!watching) return;
  watching->recordUnit({reinterpret_cast<std::uintptr_t>(pc), reinterpret_cast<std::uintptr_t>(address),
                        static_cast<std::uint16_t>(bytes), 0, kind, Access::Atomic::No, true});
}

template <class Word>
void loadWord(const void* address, void* before) {
  *static_cast<Word*>(before) = __atomic_load_n(static_cast<const Word*>(address), __ATOMIC_RELAXED);
}

template <class Word>
bool exchangeWord(void* address, void* before, const void* after) {
  return __atomic_compare_exchange_n(static_cast<Word*>(address), static_cast<Word*>(before),
                                     *static_cast<const Word*>(after), true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

}  // namespace

void watchThread(ThreadWatch* watch, bool blocks) {
  watching = watch;
  watchingBlocks = blocks ? watch : nullptr;
}

ThreadMemory ThreadMemory::ofCaller() {
  constexpr std::uintptr_t kAlignment = 8;
  ThreadMemory memory;
  memory.m_all = {threadPointer() - threadLocalBytes(), threadLocalBytes()};
  const auto piece = [](const auto& value) { return Piece{reinterpret_cast<std::uintptr_t>(&value), sizeof(value)}; };
  std::array pieces = {piece(cpu::threadIdx), piece(cpu::blockIdx),    piece(cpu::blockDim),   piece(cpu::gridDim),
                       piece(cpu::warpSize),  piece(cpu::barrier),     piece(cpu::meet),       piece(cpu::waitUntil),
                       piece(cpu::print),     piece(cpu::leaveThread), piece(cpu::ayesOfBlock)};
  std::ranges::sort(pieces, {}, &Piece::begin);
  // Neighbours are one: every access of a kernel is asked about.
  for (const Piece& next : pieces) {
    const bool joins = !memory.m_ofDevice.empty() &&
                       next.begin - memory.m_ofDevice.back().begin - memory.m_ofDevice.back().bytes < kAlignment;
    if (!joins) memory.m_ofDevice.push_back(next);
    Piece& last = memory.m_ofDevice.back();
    last.bytes = next.begin + next.bytes - last.begin;
  }
  return memory;
}

}  // namespace strata::inline microscope

using strata::Access;

#define STRATA_CALLER __builtin_extract_return_addr(__builtin_return_address(0))
#define STRATA_ACCESS(bytes)                                          \
  void strata_observe_read##bytes(void* address) {                    \
    strata::told(STRATA_CALLER, address, bytes, Access::Kind::Load);  \
  }                                                                   \
  void strata_observe_write##bytes(void* address) {                   \
    strata::told(STRATA_CALLER, address, bytes, Access::Kind::Store); \
  }                                                                   \
  void strata_observe_unaligned_read##bytes(void* address) {          \
    strata::told(STRATA_CALLER, address, bytes, Access::Kind::Load);  \
  }                                                                   \
  void strata_observe_unaligned_write##bytes(void* address) {         \
    strata::told(STRATA_CALLER, address, bytes, Access::Kind::Store); \
  }
// NOLINTBEGIN(bugprone-macro-parentheses): types stand in none.
// An atomic update is shown as one store.
#define STRATA_FETCH(bits, type, operation)                                                       \
  type strata_observe_atomic##bits##_fetch_##operation(volatile type* address, type value, int) { \
    strata::told(STRATA_CALLER, const_cast<const type*>(address), bits / 8, Access::Kind::Store,  \
                 Access::Atomic::Updates);                                                        \
    return __atomic_fetch_##operation(address, value, __ATOMIC_SEQ_CST);                          \
  }
#define STRATA_ATOMIC(bits, type)                                                                                 \
  type strata_observe_atomic##bits##_load(const volatile type* address, int) {                                    \
    strata::told(STRATA_CALLER, const_cast<const type*>(address), bits / 8, Access::Kind::Load,                   \
                 Access::Atomic::Updates);                                                                        \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                               \
  STRATA_FETCH(bits, type, add)                                                                                   \
  STRATA_FETCH(bits, type, sub)                                                                                   \
  STRATA_FETCH(bits, type, and)                                                                                   \
  STRATA_FETCH(bits, type, or)                                                                                    \
  STRATA_FETCH(bits, type, xor)                                                                                   \
  type strata_observe_atomic##bits##_exchange(volatile type* address, type value, int) {                          \
    strata::told(STRATA_CALLER, const_cast<const type*>(address), bits / 8, Access::Kind::Store,                  \
                 Access::Atomic::Replaces);                                                                       \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                               \
  type strata_observe_atomic##bits##_compare_exchange_val(volatile type* address, type expected, type value, int, \
                                                          int) {                                                  \
    strata::told(STRATA_CALLER, const_cast<const type*>(address), bits / 8, Access::Kind::Store,                  \
                 Access::Atomic::Updates);                                                                        \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
    return expected;                                                                                              \
  }                                                                                                               \
  STRATA_COMPARE_EXCHANGE(bits, type, strong)                                                                     \
  STRATA_COMPARE_EXCHANGE(bits, type, weak)
#define STRATA_COMPARE_EXCHANGE(bits, type, strength)                                                               \
  int strata_observe_atomic##bits##_compare_exchange_##strength(volatile type* address, type* expected, type value, \
                                                                int, int) {                                         \
    strata::told(STRATA_CALLER, const_cast<const type*>(address), bits / 8, Access::Kind::Store,                    \
                 Access::Atomic::Updates);                                                                          \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
  }
// NOLINTEND(bugprone-macro-parentheses)

extern "C" {

STRATA_ACCESS(1)
STRATA_ACCESS(2)
STRATA_ACCESS(4)
STRATA_ACCESS(8)
STRATA_ACCESS(16)
STRATA_ATOMIC(8, unsigned char)
STRATA_ATOMIC(16, unsigned short)
STRATA_ATOMIC(32, unsigned)
STRATA_ATOMIC(64, unsigned long)

void strata_observe_read_range(void* address, unsigned long bytes) {
  strata::told(STRATA_CALLER, address, bytes, Access::Kind::Load, Access::Atomic::No, true);
}
void strata_observe_write_range(void* address, unsigned long bytes) {
  strata::told(STRATA_CALLER, address, bytes, Access::Kind::Store, Access::Atomic::No, true);
}
void strata_observe_block() {
  if (strata::watchingBlocks) strata::blockTold(STRATA_CALLER);
}
void strata_observe_barrier() {
  strata::told(STRATA_CALLER, nullptr, 0, Access::Kind::Barrier);
}
void strata_observe_func_entry(void* caller) {
  if (strata::watching) strata::watching->enterFunction(reinterpret_cast<std::uintptr_t>(caller));
}
void strata_observe_func_exit() {
  if (strata::watching) strata::watching->leaveFunction();
}
void strata_observe_init() {}
void strata_observe_fence() {
  if (strata::watching) strata::watching->fence();
}
void strata_observe_meeting(unsigned long long mask) {
  if (strata::watching) strata::watching->comesToMeeting(reinterpret_cast<std::uintptr_t>(STRATA_CALLER), mask);
}
void strata_observe_met(unsigned long long lanes) {
  if (strata::watching) strata::watching->lanesMet(lanes);
}
void strata_observe_missing_lane(int lane) {
  if (strata::watching) strata::watching->missesLane(reinterpret_cast<std::uintptr_t>(STRATA_CALLER), lane);
}

void strata_observe_arrival(const void* barrier) {
  if (strata::watching) strata::watching->arrivesAt(reinterpret_cast<std::uintptr_t>(barrier));
}
void strata_observe_waited(const void* barrier) {
  if (strata::watching) strata::watching->hasWaitedAt(reinterpret_cast<std::uintptr_t>(barrier));
}

/// An update that the device makes of several steps, of 2, 4 or 8 bytes, is told as one: what it finds, and each try.
void strata_observe_update(const void* address, void* before, unsigned bytes) {
  strata::told(STRATA_CALLER, address, bytes, Access::Kind::Store, Access::Atomic::Updates);
  if (bytes == 2) return strata::loadWord<std::uint16_t>(address, before);
  if (bytes == 4) return strata::loadWord<std::uint32_t>(address, before);
  strata::loadWord<std::uint64_t>(address, before);
}
bool strata_observe_try(void* address, void* before, const void* after, unsigned bytes) {
  if (bytes == 2) return strata::exchangeWord<std::uint16_t>(address, before, after);
  if (bytes == 4) return strata::exchangeWord<std::uint32_t>(address, before, after);
  return strata::exchangeWord<std::uint64_t>(address, before, after);
}

void strata_observe_unit_read(const void* address, unsigned bytes) {
  strata::unitTold(STRATA_CALLER, address, bytes, Access::Kind::Load);
}
void strata_observe_unit_write(const void* address, unsigned bytes) {
  strata::unitTold(STRATA_CALLER, address, bytes, Access::Kind::Store);
}

}  // extern "C"
