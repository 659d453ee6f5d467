// out[block] = sum of the block's elements of in: a tree whose neighbours are added first.
//
//   in has n elements, out has one a block; fp32, n from 1.
//   Launch: block kBlock (a power of two), grid ceil(n / kBlock); again over the sums until one is left.
//
// Step by step half of the values are added to the other half: first neighbours, then every second sum, then every
// fourth … The threads that still work are spread over all warps, and a warp in which a single lane works is as busy
// as one in which all 32 do. So warps fall idle late.

template <int kBlock>
__global__ void reduce_interleaved(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float sums[kBlock];
  const int thread = threadIdx.x, i = blockIdx.x * kBlock + thread;
  sums[thread] = i < n ? in[i] : 0.0f;

  for (int distance = 1; distance < kBlock; distance *= 2) {
    __syncthreads();  // the sums of the step before are there
    if (thread % (2 * distance) == 0) sums[thread] += sums[thread + distance];
  }
  if (thread == 0) out[blockIdx.x] = sums[0];
}
