#include "engine/backends/cpu/fiber.h"

#include <cstdint>

#if !defined(__x86_64__)
#error "The CPU device switches fibers on x86-64 only"
#endif

#if defined(STRATA_ASAN) || defined(STRATA_TSAN)
#define STRATA_SWITCHED "  call strata_fiber_switched\n"
#else
#define STRATA_SWITCHED ""
#endif

// Saves on the stack what the x86-64 calling convention lets a callee not change, asks `next` which stack goes on, and
// restores from there. `next` is called with the parameters there were, and the stack pointer as one more, in the
// register `last`. It ends in a jump, and between here and the kernel there is no other function: the processor
// predicts a `ret` to go back to the caller, which after a switch is wrong each time and was measured to make a barrier
// several times as dear.
#define STRATA_SWITCH(name, next, last)     \
  asm(".text\n"                             \
      ".p2align 4\n"                        \
      ".globl " name                        \
      "\n"                                  \
      ".hidden " name                       \
      "\n"                                  \
      ".type " name ", @function\n" name    \
      ":\n"                                 \
      "  pushq %rbp\n"                      \
      "  pushq %rbx\n"                      \
      "  pushq %r12\n"                      \
      "  pushq %r13\n"                      \
      "  pushq %r14\n"                      \
      "  pushq %r15\n"                      \
      "  subq $8, %rsp\n"                   \
      "  movq %rsp, %" last                 \
      "\n"                                  \
      "  call " next                        \
      "\n"                                  \
      "  movq %rax, %rsp\n" STRATA_SWITCHED \
      "  addq $8, %rsp\n"                   \
      "  popq %r15\n"                       \
      "  popq %r14\n"                       \
      "  popq %r13\n"                       \
      "  popq %r12\n"                       \
      "  popq %rbx\n"                       \
      "  popq %rbp\n"                       \
      "  popq %rcx\n"                       \
      "  jmp *%rcx\n"                       \
      ".size " name ", .-" name "\n")

STRATA_SWITCH("strata_fiber_barrier", "strata_fiber_after_barrier", "rdi");
STRATA_SWITCH("strata_fiber_meet", "strata_fiber_after_meet", "rcx");
STRATA_SWITCH("strata_fiber_wait", "strata_fiber_after_wait", "rdx");
STRATA_SWITCH("strata_fiber_leave", "strata_fiber_after_leave", "rdi");

namespace strata::cpu {
namespace {

constexpr std::size_t kSavedWords = 7;

// A stack as STRATA_SWITCH leaves one, with `entry` as the place to go on. Entry sees the alignment of a called
// function and a return address of 0, where debuggers stop.
void* prepareStack(FiberStacks::Stack stack, void (*entry)()) {
  const auto top = reinterpret_cast<std::uintptr_t>(stack.bottom) + stack.bytes;
  auto* words = reinterpret_cast<std::uintptr_t*>(top & ~std::uintptr_t{15});
  *--words = 0;
  *--words = reinterpret_cast<std::uintptr_t>(entry);
  for (std::size_t i = 0; i < kSavedWords; ++i) *--words = 0;
  return words;
}

}  // namespace

#if defined(STRATA_ASAN)

Fiber::Fiber() {
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &stack.bottom, &stack.bytes);
  pthread_attr_destroy(&attributes);
}
Fiber::Fiber(FiberStacks::Stack s, void (*entry)()) : stackPointer(prepareStack(s, entry)), stack(s) {}
Fiber::~Fiber() = default;

void Fiber::prepareSwitch(Fiber& from, Fiber& to) {
  __sanitizer_start_switch_fiber(&from.sanitizer, to.stack.bottom, to.stack.bytes);
}
void Fiber::announceSwitch(Fiber&, Fiber& to) {
  __sanitizer_finish_switch_fiber(to.sanitizer, nullptr, nullptr);
}

#elif defined(STRATA_TSAN)

Fiber::Fiber() : sanitizer(__tsan_get_current_fiber()) {}
Fiber::Fiber(FiberStacks::Stack s, void (*entry)())
    : stackPointer(prepareStack(s, entry)), stack(s), sanitizer(__tsan_create_fiber(0)) {}
Fiber::~Fiber() {
  if (stack.bottom) __tsan_destroy_fiber(sanitizer);
}

void Fiber::prepareSwitch(Fiber&, Fiber&) {}
STRATA_NO_TSAN void Fiber::announceSwitch(Fiber&, Fiber& to) {
  __tsan_switch_to_fiber(to.sanitizer, 0);
}

#else

Fiber::Fiber() = default;
Fiber::Fiber(FiberStacks::Stack s, void (*entry)()) : stackPointer(prepareStack(s, entry)) {}
Fiber::~Fiber() = default;
void Fiber::prepareSwitch(Fiber&, Fiber&) {}
void Fiber::announceSwitch(Fiber&, Fiber&) {}

#endif

}  // namespace strata::cpu
