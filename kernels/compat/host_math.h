#pragma once

// CUDA's arithmetic where the host compiler brings only <math.h>: on the CPU device and on HIP-CPU.

#include <math.h>
#include <string.h>

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
