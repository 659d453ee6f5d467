// out[i] = the sum of in from the tile's first element to i, and sums[tile] = the sum of the whole tile: every thread
// adds in every round.
//
//   in and out have n elements, sums one a tile; fp32, n from 1.
//   Launch: block kTile (a power of two), grid ceil(n / kTile). Where there are several tiles, the same over the sums,
//   until one is left, and then scan_add.
//
// W. D. Hillis and G. L. Steele (1986): in each round a thread adds what stands `distance` before it, and the distance
// doubles, so log₂ kTile rounds are enough where one thread took kTile − 1 additions one after the other. Together the
// threads add far more: with kTile = 1024 it is 10 · 1024 − 1023 = 9217 additions. There are two copies of the values,
// so that no thread overwrites what another one has yet to read, with one barrier a round.

#include "kernels/scan/add.cuh"

template <int kTile>
__global__ void scan_hillis_steele(const float* __restrict__ in, float* __restrict__ out, float* __restrict__ sums,
                                   int n) {
  __shared__ float values[2][kTile];
  const int thread = threadIdx.x, i = blockIdx.x * kTile + thread;
  float sum = i < n ? in[i] : 0.0f;

  for (int distance = 1, copy = 0; distance < kTile; distance *= 2, copy = 1 - copy) {
    values[copy][thread] = sum;
    __syncthreads();  // the values of this round are there
    if (thread >= distance) sum += values[copy][thread - distance];
  }
  if (i < n) out[i] = sum;
  if (thread == kTile - 1) sums[blockIdx.x] = sum;
}
