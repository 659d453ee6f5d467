// out[block] = sum of the block's elements of in: a tree whose halves are added first.
//
//   in has n elements, out has one a block; fp32, n from 1.
//   Launch: block kBlock (a power of two), grid ceil(n / kBlock); again over the sums until one is left.
//
// The idea added: the order. The upper half is added to the lower half, so the threads that work are always the first
// ones and whole warps fall idle: 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 = 12 warps where it was 47. They also read neighbouring
// words of shared memory, which lie in different banks.

template <int kBlock>
__global__ void reduce_sequential(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float sums[kBlock];
  const int thread = threadIdx.x, i = blockIdx.x * kBlock + thread;
  sums[thread] = i < n ? in[i] : 0.0f;

  for (int half = kBlock / 2; half > 0; half /= 2) {
    __syncthreads();  // the sums of the step before are there
    if (thread < half) sums[thread] += sums[thread + half];
  }
  if (thread == 0) out[blockIdx.x] = sums[0];
}
