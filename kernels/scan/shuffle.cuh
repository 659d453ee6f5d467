// out[i] = the sum of in from the tile's first element to i, and sums[tile] = the sum of the whole tile: warps add in
// registers.
//
//   in and out have n elements, sums one a tile; fp32, n from 1.
//   Launch: block kTile (a multiple of warpSize), grid ceil(n / kTile). Where there are several tiles, the same over
//   the sums, until one is left, and then scan_add.
//
// The idea added: shuffles. Within a warp it is Hillis and Steele's way again, more additions than a tree takes; but
// `__shfl_up_sync` brings the lanes of its mask together, and each reads another's register, so five rounds (six on a
// wave of 64) need neither shared memory nor a barrier. Two barriers are left of 21.

#include "kernels/scan/add.cuh"
#include "kernels/scan/block_scan.cuh"

template <int kTile>
__global__ void scan_shuffle(const float* __restrict__ in, float* __restrict__ out, float* __restrict__ sums, int n) {
  const int thread = threadIdx.x, i = blockIdx.x * kTile + thread;
  const float value = i < n ? in[i] : 0.0f;
  const float sum = scanBlockBefore<kTile>(value) + value;
  if (i < n) out[i] = sum;
  if (thread == kTile - 1) sums[blockIdx.x] = sum;
}
