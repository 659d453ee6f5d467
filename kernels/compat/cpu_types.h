#pragma once

// CUDA's vector types and the names of its fp16 for the CPU device, with the sizes and alignments they have on a GPU.

#include "kernels/compat/host_narrow_types.h"

#define STRATA_VECTORS(T, name, align2, align4)       \
  struct alignas(align2) name##2 {                    \
    T x, y;                                           \
  };                                                  \
  struct name##3 {                                    \
    T x, y, z;                                        \
  };                                                  \
  struct alignas(align4) name##4 {                    \
    T x, y, z, w;                                     \
  };                                                  \
  inline name##2 make_##name##2(T x, T y) {           \
    return {x, y};                                    \
  }                                                   \
  inline name##3 make_##name##3(T x, T y, T z) {      \
    return {x, y, z};                                 \
  }                                                   \
  inline name##4 make_##name##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                              \
  }

STRATA_VECTORS(float, float, 8, 16)
STRATA_VECTORS(int, int, 8, 16)
STRATA_VECTORS(unsigned, uint, 8, 16)
STRATA_VECTORS(unsigned short, ushort, 4, 8)
#undef STRATA_VECTORS

using __half = half;

inline half __float2half(float value) {
  return half(value);
}
inline float __half2float(half value) {
  return float(value);
}
