#pragma once

// What HIP-CPU (tests only) lacks of HIP. It knows no warps but whole blocks that wait, so warp functions are ours, in
// warps of 64.

#include "kernels/compat/cpu_warp.h"
#include "kernels/compat/host_math.h"
#include "kernels/compat/host_narrow_types.h"

inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}

#define STRATA_DYNAMIC_SHARED(T, name) \
  constinit thread_local __attribute__((aligned(128))) T name[64 * 1024 / sizeof(T)] = {}
