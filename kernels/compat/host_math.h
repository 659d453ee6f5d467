#pragma once

// CUDA's arithmetic where the host compiler brings only <math.h>: on the CPU device and on HIP-CPU.

// C++20's lerp would stand in the way of a kernel's own, for it becomes a global name. Own kernels begin with this
// header; elsewhere others may have included parts of it.
#if defined(STRATA_OWN_KERNELS)
#define lerp strata_lerp_of_the_library
#endif
#include <math.h>
#undef lerp
#include <string.h>
#include <time.h>

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

// Of two types, what C++ would turn them into.
#define STRATA_MIN_MAX_MIXED(A, B, T)                 \
  inline T min(A a, B b) {                            \
    return min(static_cast<T>(a), static_cast<T>(b)); \
  }                                                   \
  inline T min(B a, A b) {                            \
    return min(static_cast<T>(a), static_cast<T>(b)); \
  }                                                   \
  inline T max(A a, B b) {                            \
    return max(static_cast<T>(a), static_cast<T>(b)); \
  }                                                   \
  inline T max(B a, A b) {                            \
    return max(static_cast<T>(a), static_cast<T>(b)); \
  }
STRATA_MIN_MAX_MIXED(int, unsigned, unsigned)
STRATA_MIN_MAX_MIXED(long, unsigned long, unsigned long)
STRATA_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
STRATA_MIN_MAX_MIXED(float, double, double)
#undef STRATA_MIN_MAX_MIXED

// Exact but for their own rounding, as all of <math.h> is here: a GPU's may be a unit or two off in the last place.
inline double rsqrt(double x) {
  return 1 / sqrt(x);
}
inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
inline float rsqrt(float x) {
  return rsqrtf(x);
}

// The GPU's quick approximations, here as exact as the others. Macros, because <math.h> declares functions of most of
// these names.
#define __expf(x) expf(x)
#define __exp10f(x) exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __sincosf(x, sine, cosine) sincosf(x, sine, cosine)
inline float __fdividef(float a, float b) {
  return a / b;
}
inline float fdividef(float a, float b) {
  return a / b;
}
