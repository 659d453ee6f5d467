// Linear layer y = x · Wᵀ + bias; 32 lanes compute one output.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (32, 4): four outputs; grid (ceil(out / 4), rows). Any sizes from 1; with scales in is a multiple
//   of 32.
//
// The idea added: neighbouring lanes read neighbouring weights, which the GPU serves together, and a matrix with few
// rows still has 32 threads for each. The lanes' sums are added by shuffles. 32 lanes are a warp, or half of one where
// it has 64: shuffles of width 32 stay within either.

#include "kernels/linear/formats.cuh"

__device__ inline float linearSumOfLanes(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;
}

template <class W>
__global__ void linear_warp(const float* __restrict__ x, const W* __restrict__ weights, const half* __restrict__ scales,
                            const float* __restrict__ bias, float* __restrict__ y, int in, int out) {
  const int lane = threadIdx.x, o = blockIdx.x * blockDim.y + threadIdx.y, row = blockIdx.y;
  if (o >= out) return;  // all lanes of the output together

  const float* a = x + size_t(row) * in;
  const W* w = weights + size_t(o) * in;
  const half* scale = linearScales<W>(scales, o, in);
  float sum = 0.0f;
  for (int i = lane; i < in; i += 32) sum += a[i] * float(w[i]) * linearScale<W>(scale, i);
  sum = linearSumOfLanes(sum);
  if (lane == 0) y[size_t(row) * out + o] = bias ? sum + bias[o] : sum;
}
