// out = a · x + y: a grid of any size walks over the vectors.
//
//   x, y and out have n elements; fp32, n from 1; all aligned to 16 bytes.
//   Launch: block 256, grid min(4096, max(1, ceil(n / 1024))); any other grid computes the same.
//
// The idea added: the grid-stride loop. The grid is as large as keeps the device busy instead of as large as n asks; a
// thread does its first four elements, then those a whole grid further, and so on. Blocks are started once and what a
// thread prepares serves all its elements.

__global__ void saxpy_grid_stride(float a, const float* __restrict__ x, const float* __restrict__ y,
                                  float* __restrict__ out, int n) {
  const float4* x4 = reinterpret_cast<const float4*>(x);
  const float4* y4 = reinterpret_cast<const float4*>(y);
  float4* out4 = reinterpret_cast<float4*>(out);
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const int groups = n / 4;

  for (int i = thread; i < groups; i += threads) {
    const float4 p = x4[i], q = y4[i];
    out4[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
  }
  const int last = 4 * groups + thread;
  if (thread < n % 4) out[last] = a * x[last] + y[last];  // the elements after the last group
}
