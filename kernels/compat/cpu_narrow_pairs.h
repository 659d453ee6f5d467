#pragma once

// half2 and its fellow of bf16 for the CPU device: two numbers in 4 bytes.

#include "kernels/compat/host_narrow_types.h"

template <strata::cpu::NarrowFloat T>
struct alignas(4) NarrowPair {
  NarrowPair() = default;
  NarrowPair(T first, T second) : x(first), y(second) {}
#if defined(STRATA_OBSERVED)  // moved whole: cpu_types.h
  using Whole = std::uint32_t __attribute__((may_alias));
  NarrowPair(const NarrowPair& from) {
    *this = from;
  }
  NarrowPair& operator=(const NarrowPair& from) {
    Whole whole = reinterpret_cast<const Whole&>(from);
    asm("" : "+r"(whole));
    reinterpret_cast<Whole&>(*this) = whole;
    return *this;
  }
#endif
  T x, y;
};

using half2 = NarrowPair<half>;
using bfloat162 = NarrowPair<bfloat16>;

#define STRATA_PAIR_OPERATOR(op)                                              \
  template <class T>                                                          \
  NarrowPair<T> operator op(const NarrowPair<T>& a, const NarrowPair<T>& b) { \
    return {a.x op b.x, a.y op b.y};                                          \
  }                                                                           \
  template <class T>                                                          \
  NarrowPair<T>& operator op##=(NarrowPair<T>& a, const NarrowPair<T>& b) {   \
    return a = a op b;                                                        \
  }
STRATA_PAIR_OPERATOR(+)
STRATA_PAIR_OPERATOR(-)
STRATA_PAIR_OPERATOR(*)
STRATA_PAIR_OPERATOR(/)
#undef STRATA_PAIR_OPERATOR

using __half = half;
using __half2 = half2;
using __nv_bfloat16 = bfloat16;
using __nv_bfloat162 = bfloat162;
using nv_bfloat16 = bfloat16;
using nv_bfloat162 = bfloat162;
using __hip_bfloat16 = bfloat16;
using hip_bfloat16 = bfloat16;
