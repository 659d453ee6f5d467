#pragma once

// CUDA's functions of fp16 and bf16 for the CPU device: conversions, and arithmetic that rounds once.

#include "kernels/compat/cpu_narrow_pairs.h"
#include "kernels/compat/cpu_types.h"

namespace strata::cpu {

template <NarrowFloat T, class Function>
NarrowPair<T> eachOf(const NarrowPair<T>& a, Function function) {
  return {function(a.x), function(a.y)};
}
template <NarrowFloat T, class Function>
NarrowPair<T> eachOf(const NarrowPair<T>& a, const NarrowPair<T>& b, Function function) {
  return {function(a.x, b.x), function(a.y, b.y)};
}

}  // namespace strata::cpu

// ---- one number, and the same for two

#define STRATA_NARROW_BINARY(one, two, expression)                        \
  template <strata::cpu::NarrowFloat T>                                   \
  T one(T a, T b) {                                                       \
    const float x = a, y = b;                                             \
    return T(expression);                                                 \
  }                                                                       \
  template <class T>                                                      \
  NarrowPair<T> two(const NarrowPair<T>& a, const NarrowPair<T>& b) {     \
    return strata::cpu::eachOf(a, b, [](T x, T y) { return one(x, y); }); \
  }
STRATA_NARROW_BINARY(__hadd, __hadd2, x + y)
STRATA_NARROW_BINARY(__hsub, __hsub2, x - y)
STRATA_NARROW_BINARY(__hmul, __hmul2, x* y)
STRATA_NARROW_BINARY(__hdiv, __h2div, x / y)
STRATA_NARROW_BINARY(__hmax, __hmax2, fmaxf(x, y))
STRATA_NARROW_BINARY(__hmin, __hmin2, fminf(x, y))
#undef STRATA_NARROW_BINARY

#define STRATA_NARROW_UNARY(one, two, expression)              \
  template <strata::cpu::NarrowFloat T>                        \
  T one(T a) {                                                 \
    const double x = float(a);                                 \
    return T(expression);                                      \
  }                                                            \
  template <class T>                                           \
  NarrowPair<T> two(const NarrowPair<T>& a) {                  \
    return strata::cpu::eachOf(a, [](T x) { return one(x); }); \
  }
STRATA_NARROW_UNARY(__hneg, __hneg2, -x)
STRATA_NARROW_UNARY(__habs, __habs2, fabs(x))
STRATA_NARROW_UNARY(hsqrt, h2sqrt, sqrt(x))
STRATA_NARROW_UNARY(hrsqrt, h2rsqrt, 1 / sqrt(x))
STRATA_NARROW_UNARY(hrcp, h2rcp, 1 / x)
STRATA_NARROW_UNARY(hexp, h2exp, exp(x))
STRATA_NARROW_UNARY(hexp2, h2exp2, exp2(x))
STRATA_NARROW_UNARY(hlog, h2log, log(x))
STRATA_NARROW_UNARY(hlog2, h2log2, log2(x))
STRATA_NARROW_UNARY(hlog10, h2log10, log10(x))
STRATA_NARROW_UNARY(hsin, h2sin, sin(x))
STRATA_NARROW_UNARY(hcos, h2cos, cos(x))
STRATA_NARROW_UNARY(hfloor, h2floor, floor(x))
STRATA_NARROW_UNARY(hceil, h2ceil, ceil(x))
STRATA_NARROW_UNARY(htrunc, h2trunc, trunc(x))
STRATA_NARROW_UNARY(hrint, h2rint, rint(x))
#undef STRATA_NARROW_UNARY

/// a · b + c, rounded once.
template <strata::cpu::NarrowFloat T>
T __hfma(T a, T b, T c) {
  return T(fma(float(a), float(b), double(float(c))));
}
template <class T>
NarrowPair<T> __hfma2(const NarrowPair<T>& a, const NarrowPair<T>& b, const NarrowPair<T>& c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define STRATA_NARROW_COMPARISON(one, two, op)                        \
  template <strata::cpu::NarrowFloat T>                               \
  bool one(T a, T b) {                                                \
    return float(a) op float(b);                                      \
  }                                                                   \
  template <class T>                                                  \
  NarrowPair<T> two(const NarrowPair<T>& a, const NarrowPair<T>& b) { \
    return {T(float(one(a.x, b.x))), T(float(one(a.y, b.y)))};        \
  }
STRATA_NARROW_COMPARISON(__heq, __heq2, ==)
STRATA_NARROW_COMPARISON(__hne, __hne2, !=)
STRATA_NARROW_COMPARISON(__hlt, __hlt2, <)
STRATA_NARROW_COMPARISON(__hle, __hle2, <=)
STRATA_NARROW_COMPARISON(__hgt, __hgt2, >)
STRATA_NARROW_COMPARISON(__hge, __hge2, >=)
#undef STRATA_NARROW_COMPARISON

template <strata::cpu::NarrowFloat T>
bool __hisnan(T a) {
  return std::isnan(float(a));
}
template <strata::cpu::NarrowFloat T>
int __hisinf(T a) {
  return std::isinf(float(a)) ? (float(a) > 0 ? 1 : -1) : 0;
}

// ---- conversions

#define STRATA_NARROW_CONVERSIONS(T, Pair, name, Name2) \
  inline T __float2##name(float x) {                    \
    return T(x);                                        \
  }                                                     \
  inline T __float2##name##_rn(float x) {               \
    return T(x);                                        \
  }                                                     \
  inline T __double2##name(double x) {                  \
    return T(x);                                        \
  }                                                     \
  inline T __int2##name##_rn(int x) {                   \
    return T(x);                                        \
  }                                                     \
  inline float __##name##2float(T x) {                  \
    return float(x);                                    \
  }                                                     \
  inline int __##name##2int_rn(T x) {                   \
    return static_cast<int>(rintf(float(x)));           \
  }                                                     \
  inline int __##name##2int_rz(T x) {                   \
    return static_cast<int>(float(x));                  \
  }                                                     \
  inline unsigned short __##name##_as_ushort(T x) {     \
    return x.bits;                                      \
  }                                                     \
  inline short __##name##_as_short(T x) {               \
    return static_cast<short>(x.bits);                  \
  }                                                     \
  inline T __ushort_as_##name(unsigned short bits) {    \
    return std::bit_cast<T>(bits);                      \
  }                                                     \
  inline Pair __float2##Name2##_rn(float x) {           \
    return {T(x), T(x)};                                \
  }                                                     \
  inline Pair __floats2##Name2##_rn(float x, float y) { \
    return {T(x), T(y)};                                \
  }                                                     \
  inline Pair __float22##Name2##_rn(float2 v) {         \
    return {T(v.x), T(v.y)};                            \
  }                                                     \
  inline float2 __##Name2##2float2(const Pair& v) {     \
    return {float(v.x), float(v.y)};                    \
  }                                                     \
  inline Pair __##name##2##Name2(T x) {                 \
    return {x, x};                                      \
  }                                                     \
  inline Pair __halves2##Name2(T x, T y) {              \
    return {x, y};                                      \
  }
STRATA_NARROW_CONVERSIONS(half, half2, half, half2)
STRATA_NARROW_CONVERSIONS(bfloat16, bfloat162, bfloat16, bfloat162)
#undef STRATA_NARROW_CONVERSIONS

template <class T>
float __low2float(const NarrowPair<T>& v) {
  return float(v.x);
}
template <class T>
float __high2float(const NarrowPair<T>& v) {
  return float(v.y);
}
inline half __low2half(const half2& v) {
  return v.x;
}
inline half __high2half(const half2& v) {
  return v.y;
}
inline bfloat16 __low2bfloat16(const bfloat162& v) {
  return v.x;
}
inline bfloat16 __high2bfloat16(const bfloat162& v) {
  return v.y;
}
inline half2 __low2half2(const half2& v) {
  return {v.x, v.x};
}
inline half2 __high2half2(const half2& v) {
  return {v.y, v.y};
}
inline half2 __lowhigh2highlow(const half2& v) {
  return {v.y, v.x};
}
inline half2 make_half2(half x, half y) {
  return {x, y};
}
