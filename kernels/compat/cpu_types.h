#pragma once

// CUDA's vector types and the names of its fp16 for the CPU device, with the sizes and alignments they have on a GPU.

#include "kernels/compat/host_narrow_types.h"

// A plain struct's members are moved one by one, and only those that are used. Where every load is watched a vector is
// moved whole, as its type has it.
#if defined(STRATA_OBSERVED)
#define STRATA_MOVED_WHOLE(Vector, T, count)                                  \
  using Whole = T __attribute__((vector_size(sizeof(T) * count), may_alias)); \
  Vector() = default;                                                         \
  Vector(const Vector& from) {                                                \
    *this = from;                                                             \
  }                                                                           \
  Vector& operator=(const Vector& from) {                                     \
    Whole whole = reinterpret_cast<const Whole&>(from);                       \
    asm("" : "+x"(whole));                                                    \
    reinterpret_cast<Whole&>(*this) = whole;                                  \
    return *this;                                                             \
  }
#define STRATA_MOVED_WHOLE_2(Vector, T) \
  STRATA_MOVED_WHOLE(Vector, T, 2)      \
  Vector(T a, T b) : x(a), y(b) {}
#define STRATA_MOVED_WHOLE_4(Vector, T) \
  STRATA_MOVED_WHOLE(Vector, T, 4)      \
  Vector(T a, T b, T c, T d) : x(a), y(b), z(c), w(d) {}
#else
#define STRATA_MOVED_WHOLE_2(Vector, T)
#define STRATA_MOVED_WHOLE_4(Vector, T)
#endif

#define STRATA_VECTORS(T, name, align2, align4)       \
  struct alignas(align2) name##2 {                    \
    T x, y;                                           \
    STRATA_MOVED_WHOLE_2(name##2, T)                  \
  };                                                  \
  struct name##3 {                                    \
    T x, y, z;                                        \
  };                                                  \
  struct alignas(align4) name##4 {                    \
    T x, y, z, w;                                     \
    STRATA_MOVED_WHOLE_4(name##4, T)                  \
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
#undef STRATA_MOVED_WHOLE_2
#undef STRATA_MOVED_WHOLE_4

using __half = half;

inline half __float2half(float value) {
  return half(value);
}
inline float __half2float(half value) {
  return float(value);
}
