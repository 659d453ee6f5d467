#pragma once

// CUDA's conversions that say how they round, and the bits of one type as another, for the CPU device.

#include <bit>

#include "kernels/compat/host_math.h"

// Towards nearest even, zero, above and below. What does not fit is undefined here, where a GPU has the nearest value.
#define STRATA_TO_INTEGER(from, From, to, To) \
  inline To __##from##2##to##_rn(From x) {    \
    return static_cast<To>(rint(x));          \
  }                                           \
  inline To __##from##2##to##_rz(From x) {    \
    return static_cast<To>(x);                \
  }                                           \
  inline To __##from##2##to##_ru(From x) {    \
    return static_cast<To>(ceil(x));          \
  }                                           \
  inline To __##from##2##to##_rd(From x) {    \
    return static_cast<To>(floor(x));         \
  }
STRATA_TO_INTEGER(float, float, int, int)
STRATA_TO_INTEGER(float, float, uint, unsigned)
STRATA_TO_INTEGER(float, float, ll, long long)
STRATA_TO_INTEGER(float, float, ull, unsigned long long)
STRATA_TO_INTEGER(double, double, int, int)
STRATA_TO_INTEGER(double, double, uint, unsigned)
STRATA_TO_INTEGER(double, double, ll, long long)
STRATA_TO_INTEGER(double, double, ull, unsigned long long)
#undef STRATA_TO_INTEGER

#define STRATA_CONVERSION(name, From, To) \
  inline To name(From x) {                \
    return static_cast<To>(x);            \
  }
STRATA_CONVERSION(__int2float_rn, int, float)
STRATA_CONVERSION(__uint2float_rn, unsigned, float)
STRATA_CONVERSION(__ll2float_rn, long long, float)
STRATA_CONVERSION(__ull2float_rn, unsigned long long, float)
STRATA_CONVERSION(__int2double_rn, int, double)
STRATA_CONVERSION(__uint2double_rn, unsigned, double)
STRATA_CONVERSION(__ll2double_rn, long long, double)
STRATA_CONVERSION(__ull2double_rn, unsigned long long, double)
STRATA_CONVERSION(__double2float_rn, double, float)
#undef STRATA_CONVERSION

#define STRATA_SAME_BITS(name, From, To) \
  inline To name(From x) {               \
    return std::bit_cast<To>(x);         \
  }
STRATA_SAME_BITS(__float_as_int, float, int)
STRATA_SAME_BITS(__float_as_uint, float, unsigned)
STRATA_SAME_BITS(__int_as_float, int, float)
STRATA_SAME_BITS(__uint_as_float, unsigned, float)
STRATA_SAME_BITS(__double_as_longlong, double, long long)
STRATA_SAME_BITS(__longlong_as_double, long long, double)
#undef STRATA_SAME_BITS

inline int __double2hiint(double x) {
  return static_cast<int>(std::bit_cast<long long>(x) >> 32);
}
inline int __double2loint(double x) {
  return static_cast<int>(std::bit_cast<long long>(x));
}
inline double __hiloint2double(int hi, int lo) {
  return std::bit_cast<double>(static_cast<long long>(hi) << 32 | static_cast<unsigned>(lo));
}
