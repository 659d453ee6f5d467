// out[i] = the sum of in from the tile's first element to i, and sums[tile] = the sum of the whole tile: each thread
// takes four elements.
//
//   in and out have n elements, sums one a tile of 4 · kBlock; fp32, n from 1; in and out aligned to 16 bytes.
//   Launch: block kBlock (a multiple of warpSize), grid ceil(n / (4 · kBlock)). Where there are several tiles, the same
//   over the sums, until one is left, and then scan_add.
//
// The idea added: more work a thread. It adds its four elements up by itself, three additions without any rounds, and
// only its sum goes through shuffles and barriers: a quarter of them. Loads and stores move 16 bytes.

#include "kernels/scan/add.cuh"
#include "kernels/scan/fours.cuh"

template <int kBlock>
__global__ void scan_vectorised(const float* __restrict__ in, float* __restrict__ out, float* __restrict__ sums,
                                int n) {
  const int thread = threadIdx.x, i = 4 * (blockIdx.x * kBlock + thread);
  const float4 result = scanBlockFours<kBlock>(scanLoadFour(in, i, n));
  scanStoreFour(out, i, n, result);
  if (thread == kBlock - 1) sums[blockIdx.x] = result.w;
}
