// out[block] = sum of the block's share of in: each thread reads four elements at once.
//
//   in has n elements, out has one a block; fp32, n from 1; in aligned to 16 bytes.
//   Launch: block kBlock (a multiple of warpSize), grid min(2048, max(1, ceil(n / 4 / (kBlock · kLoads)))); then one
//   block over the sums.
//
// The idea added: float4. A load brings 16 bytes, so four loads on the way are 64 bytes a thread, and four sums that do
// not wait for each other take them up.

#include "kernels/reduce/block_sum.cuh"

template <int kBlock, int kLoads>
__global__ void reduce_vectorised(const float* __restrict__ in, float* __restrict__ out, int n) {
  const float4* in4 = reinterpret_cast<const float4*>(in);
  const int thread = blockIdx.x * kBlock + threadIdx.x, threads = gridDim.x * kBlock;
  const int groups = n / 4, last = 4 * groups + thread;
  float4 sums = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  int i = thread;

  for (; i < groups - (kLoads - 1) * threads; i += kLoads * threads) {
    float4 values[kLoads];
    for (int j = 0; j < kLoads; ++j) values[j] = in4[i + j * threads];
    for (int j = 0; j < kLoads; ++j) {
      sums = make_float4(sums.x + values[j].x, sums.y + values[j].y, sums.z + values[j].z, sums.w + values[j].w);
    }
  }
  for (; i < groups; i += threads) {
    const float4 value = in4[i];
    sums = make_float4(sums.x + value.x, sums.y + value.y, sums.z + value.z, sums.w + value.w);
  }
  if (last < n) sums.x += in[last];  // the elements after the last group

  const float sum = reduceBlockSum<kBlock>((sums.x + sums.y) + (sums.z + sums.w));
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
