#pragma once

// CUDA's mathematics that <math.h> does not have, for the CPU device: the values of a GPU within its own error.

#include "kernels/compat/host_math.h"

#define STRATA_MATH(name, parameters, arguments, expression) \
  inline double name parameters(double) {                    \
    return expression;                                       \
  }                                                          \
  inline float name##f parameters(float) {                   \
    return static_cast<float>(name arguments);               \
  }
#define STRATA_OF_X(T) (T x)
#define STRATA_OF_TWO(T) (T x, T y)
#define STRATA_OF_THREE(T) (T x, T y, T z)
#define STRATA_OF_FOUR(T) (T x, T y, T z, T w)
STRATA_MATH(rcbrt, STRATA_OF_X, (x), 1 / cbrt(x))
STRATA_MATH(sinpi, STRATA_OF_X, (x), sin(M_PI* remainder(x, 2)))
STRATA_MATH(cospi, STRATA_OF_X, (x), cos(M_PI* remainder(x, 2)))
STRATA_MATH(normcdf, STRATA_OF_X, (x), erfc(-x* M_SQRT1_2) / 2)
STRATA_MATH(erfcx, STRATA_OF_X, (x),
            x < 25 ? exp(x * x) * erfc(x) : M_2_SQRTPI / 2 / (x + 0.5 / (x + 1 / (x + 1.5 / (x + 2 / x)))))
STRATA_MATH(rhypot, STRATA_OF_TWO, (x, y), 1 / hypot(x, y))
STRATA_MATH(norm3d, STRATA_OF_THREE, (x, y, z), sqrt(x* x + y * y + z * z))
STRATA_MATH(rnorm3d, STRATA_OF_THREE, (x, y, z), 1 / norm3d(x, y, z))
STRATA_MATH(norm4d, STRATA_OF_FOUR, (x, y, z, w), sqrt(x* x + y * y + z * z + w * w))
#undef STRATA_OF_X
#undef STRATA_OF_TWO
#undef STRATA_OF_THREE
#undef STRATA_OF_FOUR
#undef STRATA_MATH

inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

/// erf of it is x: a first guess, then Newton's steps.
inline double erfinv(double x) {
  if (!(fabs(x) < 1)) return fabs(x) == 1 ? x * HUGE_VAL : NAN;
  constexpr double kA = 0.147;
  const double log = ::log(1 - x * x), half = 2 / (M_PI * kA) + log / 2;
  double y = copysign(sqrt(sqrt(half * half - log / kA) - half), x);
  for (int i = 0; i < 4; ++i) {
    const double error = x > 0.5 ? (1 - x) - erfc(y) : x < -0.5 ? erfc(-y) - (1 + x) : erf(y) - x;
    y -= error / (M_2_SQRTPI * exp(-y * y));
  }
  return y;
}
inline float erfinvf(float x) {
  return static_cast<float>(erfinv(x));
}

/// Between 0 and 1.
inline float __saturatef(float x) {
  return fminf(fmaxf(x, 0.0f), 1.0f);
}

// One operation, rounded to nearest even: it never becomes a part of a fused one.
#define STRATA_ROUNDED(name, T, parameters, expression) \
  inline T name parameters {                            \
    T result = expression;                              \
    asm("" : "+x"(result));                             \
    return result;                                      \
  }
STRATA_ROUNDED(__fadd_rn, float, (float x, float y), x + y)
STRATA_ROUNDED(__fsub_rn, float, (float x, float y), x - y)
STRATA_ROUNDED(__fmul_rn, float, (float x, float y), x* y)
STRATA_ROUNDED(__fdiv_rn, float, (float x, float y), x / y)
STRATA_ROUNDED(__frcp_rn, float, (float x), 1 / x)
STRATA_ROUNDED(__fsqrt_rn, float, (float x), sqrtf(x))
STRATA_ROUNDED(__frsqrt_rn, float, (float x), static_cast<float>(1 / sqrt(static_cast<double>(x))))
STRATA_ROUNDED(__fmaf_rn, float, (float x, float y, float z), fmaf(x, y, z))
STRATA_ROUNDED(__dadd_rn, double, (double x, double y), x + y)
STRATA_ROUNDED(__dsub_rn, double, (double x, double y), x - y)
STRATA_ROUNDED(__dmul_rn, double, (double x, double y), x* y)
STRATA_ROUNDED(__ddiv_rn, double, (double x, double y), x / y)
STRATA_ROUNDED(__dsqrt_rn, double, (double x), sqrt(x))
STRATA_ROUNDED(__drcp_rn, double, (double x), 1 / x)
STRATA_ROUNDED(__fma_rn, double, (double x, double y, double z), fma(x, y, z))
#undef STRATA_ROUNDED
