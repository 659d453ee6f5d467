// Linear layer y = x · Wᵀ + bias, the plain way: one thread computes one output of one row.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (128), grid (ceil(out / 128), rows). Any sizes from 1; with scales in is a multiple of 32.
//
// This is what a transformer does to one token: each weight is read once and used once, so memory sets the time. Here
// neighbouring threads read addresses a whole row of W apart, and the GPU can serve none of them together.

#include "kernels/linear/formats.cuh"

template <class W>
__global__ void linear_naive(const float* __restrict__ x, const W* __restrict__ weights,
                             const half* __restrict__ scales, const float* __restrict__ bias, float* __restrict__ y,
                             int in, int out) {
  const int o = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (o >= out) return;

  const float* a = x + size_t(row) * in;
  const W* w = weights + size_t(o) * in;
  const half* scale = linearScales<W>(scales, o, in);
  float sum = 0.0f;
  for (int i = 0; i < in; ++i) sum += a[i] * float(w[i]) * linearScale<W>(scale, i);
  y[size_t(row) * out + o] = bias ? sum + bias[o] : sum;
}
