#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>

#include "engine/backends/cpu/cpu_thread.h"
#include "engine/backends/cpu/fiber_stacks.h"
#include "engine/backends/cpu/sanitizer.h"

namespace strata::cpu {

/// A stack that keeps its place while another one runs, and the GPU thread on it. Fibers that switch to each other
/// belong to one thread.
struct Fiber {
  /// Stands for the stack of the calling thread.
  Fiber();
  /// The first switch to it enters `entry`, which never returns.
  Fiber(FiberStacks::Stack stack, void (*entry)());
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// To be called on the stack of `to`, just after the switch from `from`: tells the sanitizer of this build.
  static void announceSwitch(Fiber& from, Fiber& to);
  /// To be called on the stack of `from`, just before the switch to `to`.
  static void prepareSwitch(Fiber& from, Fiber& to);

  void* stackPointer = nullptr;
  Fiber* next = nullptr;  ///< in the ring of those who wait at a barrier; nullptr: not in it
  Fiber* previous = nullptr;
  Dim3 threadIdx{0, 0, 0};       ///< of the GPU thread it runs
  std::uint32_t barriers = 0;    ///< at which that thread has arrived
  std::jmp_buf* left = nullptr;  ///< where to go on when that thread leaves
#if defined(STRATA_ASAN) || defined(STRATA_TSAN)
  static constexpr bool kAnnounced = true;
  FiberStacks::Stack stack;
  void* sanitizer = nullptr;  ///< ASan's fake stack or TSan's fiber
#else
  static constexpr bool kAnnounced = false;
#endif
};

/// Leave the running fiber; they return when somebody goes on with it. Where to go on is asked of the functions below,
/// which take the stack pointer to come back to, after the parameters, and return that of the fiber that goes on.
extern "C" void strata_fiber_barrier();
extern "C" void strata_fiber_meet(std::uint64_t mask, void* operand, WarpService serve);
extern "C" void strata_fiber_wait(ReadyFunction ready, void* operand);
extern "C" void strata_fiber_leave();
extern "C" void* strata_fiber_after_barrier(void* stackPointer);
extern "C" void* strata_fiber_after_meet(std::uint64_t mask, void* operand, WarpService serve, void* stackPointer);
extern "C" void* strata_fiber_after_wait(ReadyFunction ready, void* operand, void* stackPointer);
extern "C" void* strata_fiber_after_leave(void* stackPointer);
extern "C" void strata_fiber_switched();  ///< called on the new stack, in sanitizer builds only

}  // namespace strata::cpu
