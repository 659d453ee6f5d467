#pragma once

// CUDA's arithmetic for the CPU device, where the host's <math.h> does not have it.

#include <math.h>

#include <bit>

#define STRATA_MIN_MAX(T)  \
  inline T min(T a, T b) { \
    return b < a ? b : a;  \
  }                        \
  inline T max(T a, T b) { \
    return a < b ? b : a;  \
  }

STRATA_MIN_MAX(int)
STRATA_MIN_MAX(unsigned)
STRATA_MIN_MAX(long)
STRATA_MIN_MAX(unsigned long)
STRATA_MIN_MAX(long long)
STRATA_MIN_MAX(unsigned long long)
#undef STRATA_MIN_MAX
inline float min(float a, float b) {
  return fminf(a, b);
}
inline float max(float a, float b) {
  return fmaxf(a, b);
}
inline double min(double a, double b) {
  return fmin(a, b);
}
inline double max(double a, double b) {
  return fmax(a, b);
}

inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}

// The GPU's quick approximations, here as exact as the others. Macros, because <math.h> declares functions of the first
// three names.
#define __expf(x) expf(x)
#define __logf(x) logf(x)
#define __powf(x, y) powf(x, y)
inline float __fdividef(float a, float b) {
  return a / b;
}

template <class T>
T __ldg(const T* address) {
  return *address;
}

inline int __popc(unsigned x) {
  return std::popcount(x);
}
inline int __popcll(unsigned long long x) {
  return std::popcount(x);
}
/// Number of the lowest bit that is set, from 1; 0 where none is.
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
/// Zeros above the highest bit that is set.
inline int __clz(int x) {
  return std::countl_zero(static_cast<unsigned>(x));
}
inline int __clzll(long long x) {
  return std::countl_zero(static_cast<unsigned long long>(x));
}
