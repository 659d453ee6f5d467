// out = a · x + y: one thread computes one element.
//
//   x, y and out have n elements; fp32, n from 1.
//   Launch: block 256, grid ceil(n / 256).
//
// Two FLOP for twelve bytes: the time is that of moving the bytes, whatever the processor can calculate.

__global__ void saxpy_naive(float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out,
                            int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * x[i] + y[i];  // the grid is rounded up to whole blocks
}
