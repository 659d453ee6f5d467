#pragma once

// CUDA's atomic functions for the CPU device, on global and shared memory alike: blocks run on several CPU threads.
// Each returns the value that was there before.

#include <concepts>
#include <type_traits>

#include "kernels/compat/cpu_types.h"

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
// Of a vector each element is added for itself, as on a GPU.
inline float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
inline float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
          atomicAdd(&address->w, value.w)};
}
template <class T>
T atomicSub(T* address, std::type_identity_t<T> value) {
  return atomicAdd(address, static_cast<T>(-value));
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
template <std::integral T>
T atomicAnd(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST);
}
template <std::integral T>
T atomicOr(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST);
}
template <std::integral T>
T atomicXor(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST);
}
/// One more, 0 after `most`.
inline unsigned atomicInc(unsigned* address, unsigned most) {
  return strata::cpu::atomicUpdate(address, [most](unsigned before) { return before >= most ? 0 : before + 1; });
}
/// One less, `most` after 0 and for what is more than it.
inline unsigned atomicDec(unsigned* address, unsigned most) {
  return strata::cpu::atomicUpdate(
      address, [most](unsigned before) { return before == 0 || before > most ? most : before - 1; });
}

// Who else may look makes no difference on one processor.
#define STRATA_SCOPED(name)                       \
  template <class T, class... Values>             \
  T name##_block(T* address, Values... values) {  \
    return name(address, values...);              \
  }                                               \
  template <class T, class... Values>             \
  T name##_system(T* address, Values... values) { \
    return name(address, values...);              \
  }
STRATA_SCOPED(atomicAdd)
STRATA_SCOPED(atomicSub)
STRATA_SCOPED(atomicMax)
STRATA_SCOPED(atomicMin)
STRATA_SCOPED(atomicExch)
STRATA_SCOPED(atomicCAS)
STRATA_SCOPED(atomicAnd)
STRATA_SCOPED(atomicOr)
STRATA_SCOPED(atomicXor)
#undef STRATA_SCOPED

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
inline void __threadfence_system() {
  __threadfence();
}
