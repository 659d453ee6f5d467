#pragma once

// CUDA's masked warp functions for HIP. The lanes of an AMD wave that are in a branch are there at the same time, so
// the mask has nothing to wait for.

#include "kernels/compat/hip_warp_names.h"

template <class T>
__device__ T __shfl_sync(LaneMask, T value, int source, int width = warpSize) {
  return __shfl(value, source & (width - 1), width);
}
template <class T>
__device__ T __shfl_up_sync(LaneMask, T value, unsigned delta, int width = warpSize) {
  return __shfl_up(value, delta, width);
}
template <class T>
__device__ T __shfl_down_sync(LaneMask, T value, unsigned delta, int width = warpSize) {
  return __shfl_down(value, delta, width);
}
template <class T>
__device__ T __shfl_xor_sync(LaneMask, T value, int laneMask, int width = warpSize) {
  return __shfl_xor(value, laneMask, width);
}

__device__ inline LaneMask __ballot_sync(LaneMask mask, int predicate) {
  return __ballot(predicate) & mask;
}
__device__ inline int __any_sync(LaneMask mask, int predicate) {
  return (__ballot(predicate) & mask) != 0;
}
__device__ inline int __all_sync(LaneMask mask, int predicate) {
  return (__ballot(!predicate) & mask) == 0;
}
__device__ inline LaneMask __activemask() {
  return __ballot(1);
}

__device__ inline void __syncwarp(LaneMask = kFullMask) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}
