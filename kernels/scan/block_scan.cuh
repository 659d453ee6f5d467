// The sum of what the threads before it bring, for each thread of a block.
//
//   A block of kBlock threads, a multiple of warpSize and at most warpSize²; every thread calls it, once.
//
// Lanes of a warp read each other's registers, at distance 1, 2, 4 …, without shared memory and without a barrier. Of
// each warp one sum goes through shared memory to the first warp, which adds those up in the same way.

#pragma once

/// The sum of the warp's values from its first lane to the caller's.
__device__ inline float scanWarp(float value) {
  const int lane = threadIdx.x % warpSize;
  for (int distance = 1; distance < warpSize; distance *= 2) {
    const float before = __shfl_up_sync(kFullMask, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

template <int kBlock>
__device__ float scanBlockBefore(float value) {
  __shared__ float warpSums[kBlock / 32];  // a warp has 32 lanes or more
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;

  value = scanWarp(value);
  if (lane == warpSize - 1) warpSums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const float sum = scanWarp(lane < kBlock / warpSize ? warpSums[lane] : 0.0f);
    if (lane < kBlock / warpSize) warpSums[lane] = sum;
  }
  __syncthreads();

  const float before = __shfl_up_sync(kFullMask, value, 1);
  return (lane > 0 ? before : 0.0f) + (warp > 0 ? warpSums[warp - 1] : 0.0f);
}
