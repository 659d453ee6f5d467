// out[block] = sum of the block's elements of in: warps add in registers.
//
//   in has n elements, out has one a block; fp32, n from 1.
//   Launch: block kBlock (a multiple of warpSize), grid ceil(n / kBlock); again over the sums until one is left.
//
// The idea added: shuffles. `__shfl_down_sync` brings the lanes of its mask together, and each reads another's
// register: five additions (six on a wave of 64) replace five rounds through shared memory with a barrier each. One
// barrier is left.

#include "kernels/reduce/block_sum.cuh"

template <int kBlock>
__global__ void reduce_shuffle(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float sum = reduceBlockSum<kBlock>(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
