// out[block] = sum of the block's share of in: each thread adds many elements before it meets the others.
//
//   in has n elements, out has one a block; fp32, n from 1.
//   Launch: block kBlock (a multiple of warpSize), grid min(2048, ceil(n / (kBlock · kLoads))); then one block over the
//   sums.
//
// The idea added: more work a thread. Adding what it reads to a register costs a thread one instruction; the tree costs
// dozens, and now it is climbed once for many elements. A thread starts kLoads loads before it needs the first, so that
// memory has enough to do. There are two launches however long the vector is.

#include "kernels/reduce/block_sum.cuh"

template <int kBlock, int kLoads>
__global__ void reduce_coarsened(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int threads = gridDim.x * kBlock;
  float sum = 0.0f;
  int i = blockIdx.x * kBlock + threadIdx.x;

  for (; i < n - (kLoads - 1) * threads; i += kLoads * threads) {
    float values[kLoads];
    for (int j = 0; j < kLoads; ++j) values[j] = in[i + j * threads];
    for (int j = 0; j < kLoads; ++j) sum += values[j];
  }
  for (; i < n; i += threads) sum += in[i];

  sum = reduceBlockSum<kBlock>(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
