#pragma once

// CUDA's vector types for the CPU device, with the sizes and alignments they have on a GPU. Each may alias what it is
// not: kernels read four halves as a uint2, as CUDA's compiler lets them.

#include "engine/device/kernel.h"

// A plain struct's members are moved one by one, and only those that are used. Where every load is watched a vector is
// moved whole, as its type has it, up to the 16 bytes that a GPU moves at once.
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
#define STRATA_MOVED_IN_PARTS(Vector, T)

#define STRATA_VECTORS(T, name, align2, align4, MOVED_2, MOVED_4) \
  struct [[gnu::may_alias]] name##1 {                             \
    T x;                                                          \
  };                                                              \
  struct [[gnu::may_alias]] alignas(align2) name##2 {             \
    T x, y;                                                       \
    MOVED_2(name##2, T)                                           \
  };                                                              \
  struct [[gnu::may_alias]] name##3 {                             \
    T x, y, z;                                                    \
  };                                                              \
  struct [[gnu::may_alias]] alignas(align4) name##4 {             \
    T x, y, z, w;                                                 \
    MOVED_4(name##4, T)                                           \
  };                                                              \
  STRATA_MAKE_VECTORS(T, name)

#define STRATA_MAKE_VECTORS(T, name)                  \
  inline name##1 make_##name##1(T x) {                \
    return {x};                                       \
  }                                                   \
  inline name##2 make_##name##2(T x, T y) {           \
    return {x, y};                                    \
  }                                                   \
  inline name##3 make_##name##3(T x, T y, T z) {      \
    return {x, y, z};                                 \
  }                                                   \
  inline name##4 make_##name##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                              \
  }

STRATA_VECTORS(signed char, char, 2, 4, STRATA_MOVED_IN_PARTS, STRATA_MOVED_WHOLE_4)
STRATA_VECTORS(unsigned char, uchar, 2, 4, STRATA_MOVED_IN_PARTS, STRATA_MOVED_WHOLE_4)
STRATA_VECTORS(short, short, 4, 8, STRATA_MOVED_WHOLE_2, STRATA_MOVED_WHOLE_4)
STRATA_VECTORS(unsigned short, ushort, 4, 8, STRATA_MOVED_WHOLE_2, STRATA_MOVED_WHOLE_4)
STRATA_VECTORS(int, int, 8, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_WHOLE_4)
STRATA_VECTORS(long, long, 16, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_IN_PARTS)
STRATA_VECTORS(unsigned long, ulong, 16, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_IN_PARTS)
STRATA_VECTORS(long long, longlong, 16, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_IN_PARTS)
STRATA_VECTORS(unsigned long long, ulonglong, 16, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_IN_PARTS)
STRATA_VECTORS(float, float, 8, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_WHOLE_4)
STRATA_VECTORS(double, double, 16, 16, STRATA_MOVED_WHOLE_2, STRATA_MOVED_IN_PARTS)

// threadIdx and its like are uint3 in CUDA, and dim3 here.
struct [[gnu::may_alias]] uint1 {
  unsigned x;
};
struct [[gnu::may_alias]] alignas(8) uint2 {
  unsigned x, y;
  STRATA_MOVED_WHOLE_2(uint2, unsigned)
};
struct [[gnu::may_alias]] uint3 {
  uint3() = default;
  uint3(unsigned a, unsigned b, unsigned c) : x(a), y(b), z(c) {}
  uint3(const strata::Dim3& from) : x(from.x), y(from.y), z(from.z) {}
  unsigned x, y, z;
};
struct [[gnu::may_alias]] alignas(16) uint4 {
  unsigned x, y, z, w;
  STRATA_MOVED_WHOLE_4(uint4, unsigned)
};
STRATA_MAKE_VECTORS(unsigned, uint)

#undef STRATA_VECTORS
#undef STRATA_MAKE_VECTORS
#undef STRATA_MOVED_WHOLE_2
#undef STRATA_MOVED_WHOLE_4
#undef STRATA_MOVED_IN_PARTS
