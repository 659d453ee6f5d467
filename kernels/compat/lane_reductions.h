#pragma once

// CUDA's __reduce_*_sync, of strata::lanes::join (cpu_warp_sums.h, hip_warp_sums.h).

#define STRATA_REDUCE(name, Join, T)                              \
  __device__ inline T name(LaneMask mask, T value) {              \
    return strata::lanes::join<strata::lanes::Join>(mask, value); \
  }
STRATA_REDUCE(__reduce_add_sync, JoinAdd, int)
STRATA_REDUCE(__reduce_add_sync, JoinAdd, unsigned)
STRATA_REDUCE(__reduce_min_sync, JoinMin, int)
STRATA_REDUCE(__reduce_min_sync, JoinMin, unsigned)
STRATA_REDUCE(__reduce_max_sync, JoinMax, int)
STRATA_REDUCE(__reduce_max_sync, JoinMax, unsigned)
STRATA_REDUCE(__reduce_and_sync, JoinAnd, unsigned)
STRATA_REDUCE(__reduce_or_sync, JoinOr, unsigned)
STRATA_REDUCE(__reduce_xor_sync, JoinXor, unsigned)
#undef STRATA_REDUCE
