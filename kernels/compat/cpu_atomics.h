#pragma once

// CUDA's atomic functions for the CPU device, on global and shared memory alike: blocks run on several CPU threads.
// Each returns the value that was there before, and becomes a part of the line that calls it: there it is counted.

#include <concepts>
#include <type_traits>

#include "kernels/compat/cpu_types.h"

namespace strata::cpu {

/// What is there before an update that no instruction of the processor makes. Where every step is watched, the update
/// is told here, once, however often it is tried.
template <class T>
__forceinline__ T beginUpdate(T* address) {
  T before;
#if defined(STRATA_OBSERVED)
  strata_observe_update(address, &before, sizeof(T));
#else
  __atomic_load(address, &before, __ATOMIC_RELAXED);
#endif
  return before;
}

/// Whether `after` is there now, as nobody else had changed what was there; else `before` is what there is.
template <class T>
__forceinline__ bool tryUpdate(T* address, T& before, T& after) {
#if defined(STRATA_OBSERVED)
  return strata_observe_try(address, &before, &after, sizeof(T));
#else
  return __atomic_compare_exchange(address, &before, &after, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
#endif
}

template <class T, class Change>
__forceinline__ T atomicUpdate(T* address, Change change) {
  T before = beginUpdate(address);
  for (;;) {
    T after = change(before);
    if (tryUpdate(address, before, after)) return before;
  }
}

}  // namespace strata::cpu

template <class T>
__forceinline__ T atomicAdd(T* address, std::type_identity_t<T> value) {
  if constexpr (std::is_integral_v<T>) {
    return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
  } else {
    return strata::cpu::atomicUpdate(address, [value](T before) { return before + value; });
  }
}
// Of a vector each element is added for itself, as on a GPU.
__forceinline__ float2 atomicAdd(float2* address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
__forceinline__ float4 atomicAdd(float4* address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
          atomicAdd(&address->w, value.w)};
}
template <class T>
__forceinline__ T atomicSub(T* address, std::type_identity_t<T> value) {
  return atomicAdd(address, static_cast<T>(-value));
}
template <class T>
__forceinline__ T atomicMax(T* address, std::type_identity_t<T> value) {
  return strata::cpu::atomicUpdate(address, [value](T before) { return before < value ? value : before; });
}
template <class T>
__forceinline__ T atomicMin(T* address, std::type_identity_t<T> value) {
  return strata::cpu::atomicUpdate(address, [value](T before) { return value < before ? value : before; });
}
template <class T>
__forceinline__ T atomicExch(T* address, std::type_identity_t<T> value) {
  T before;
  __atomic_exchange(address, &value, &before, __ATOMIC_SEQ_CST);
  return before;
}
/// Writes `value` where `expected` was.
template <class T>
__forceinline__ T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
template <std::integral T>
__forceinline__ T atomicAnd(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST);
}
template <std::integral T>
__forceinline__ T atomicOr(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST);
}
template <std::integral T>
__forceinline__ T atomicXor(T* address, std::type_identity_t<T> value) {
  return __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST);
}
/// One more, 0 after `most`.
__forceinline__ unsigned atomicInc(unsigned* address, unsigned most) {
  return strata::cpu::atomicUpdate(address, [most](unsigned before) { return before >= most ? 0 : before + 1; });
}
/// One less, `most` after 0 and for what is more than it.
__forceinline__ unsigned atomicDec(unsigned* address, unsigned most) {
  return strata::cpu::atomicUpdate(
      address, [most](unsigned before) { return before == 0 || before > most ? most : before - 1; });
}

// Who else may look makes no difference on one processor.
#define STRATA_SCOPED(name)                                       \
  template <class T, class... Values>                             \
  __forceinline__ T name##_block(T* address, Values... values) {  \
    return name(address, values...);                              \
  }                                                               \
  template <class T, class... Values>                             \
  __forceinline__ T name##_system(T* address, Values... values) { \
    return name(address, values...);                              \
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
