// The sum of one value of each thread of a block, for its first thread.
//
//   A block of kBlock threads, a multiple of warpSize and at most warpSize²; every thread calls it.
//
// Lanes of a warp read each other's registers, so a warp adds its values without shared memory and without a barrier;
// of each warp one sum goes through shared memory to the first warp, which adds those in the same way.

#pragma once

__device__ inline float reduceWarpSum(float value) {
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(kFullMask, value, distance);
  }
  return value;  // of the whole warp in its first lane
}

template <int kBlock>
__device__ float reduceBlockSum(float value) {
  __shared__ float warpSums[kBlock / 32];  // a warp has 32 lanes or more
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;

  value = reduceWarpSum(value);
  if (lane == 0) warpSums[warp] = value;
  __syncthreads();
  if (warp > 0) return 0.0f;
  return reduceWarpSum(lane < kBlock / warpSize ? warpSums[lane] : 0.0f);
}
