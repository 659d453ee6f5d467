#pragma once

// CUDA's reads and bit counts for the CPU device.

#include <bit>

#include "kernels/compat/host_math.h"

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
