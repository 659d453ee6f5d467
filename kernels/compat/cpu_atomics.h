#pragma once

// CUDA's atomic functions for the CPU device, on global and shared memory alike: blocks run on several CPU threads.
// Each returns the value that was there before.

#include <type_traits>

namespace strata::cpu {

template <class T, class Change>
T atomicUpdate(T* address, Change change) {
  T before;
  __atomic_load(address, &before, __ATOMIC_RELAXED);
  for (;;) {
    T after = change(before);
    if (__atomic_compare_exchange(address, &before, &after, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return before;
  }
}

}  // namespace strata::cpu

template <class T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  if constexpr (std::is_integral_v<T>) {
    return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
  } else {
    return strata::cpu::atomicUpdate(address, [value](T before) { return before + value; });
  }
}
template <class T>
T atomicSub(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST);
}
template <class T>
T atomicMax(T* address, std::type_identity_t<T> value) {
  return strata::cpu::atomicUpdate(address, [value](T before) { return before < value ? value : before; });
}
template <class T>
T atomicMin(T* address, std::type_identity_t<T> value) {
  return strata::cpu::atomicUpdate(address, [value](T before) { return value < before ? value : before; });
}
template <class T>
T atomicExch(T* address, std::type_identity_t<T> value) {
  T before;
  __atomic_exchange(address, &value, &before, __ATOMIC_SEQ_CST);
  return before;
}
/// Writes `value` where `expected` was.
template <class T>
T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

// The instruction itself: ThreadSanitizer knows no fences, and its compiler refuses the portable one.
inline void __threadfence() {
#if defined(STRATA_OBSERVED)
  strata_observe_fence();
#endif
  asm volatile("mfence" ::: "memory");
}
inline void __threadfence_block() {
  __threadfence();
}
