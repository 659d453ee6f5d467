// Linear layer y = x · Wᵀ + bias; 32 lanes compute two outputs, four weights a load.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32, all
//   aligned to 16 bytes.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (32, 4): eight outputs; grid (ceil(out / 8), rows). in is a multiple of 4, with scales of 32.
//
// The ideas added: a load fetches four neighbouring weights, so the same bytes take a quarter of the instructions; and
// what was read of x serves two rows of W, whose loads are both on their way at once. What is left is the bandwidth of
// memory: a weight is read once, and no kernel can do with less.

#include "kernels/linear/formats.cuh"

template <class W>
struct alignas(4 * sizeof(W)) LinearFour {
  W of[4];
};

__device__ inline float linearSumOfGroup(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;
}

template <class W>
__device__ inline float linearProducts(const float4& a, const LinearFour<W>& w, float scale) {
  return ((a.x * float(w.of[0]) + a.y * float(w.of[1])) + (a.z * float(w.of[2]) + a.w * float(w.of[3]))) * scale;
}

template <class W>
__global__ void linear_vectorised(const float* __restrict__ x, const W* __restrict__ weights,
                                  const half* __restrict__ scales, const float* __restrict__ bias,
                                  float* __restrict__ y, int in, int out) {
  constexpr int kOutputs = 2;
  const int lane = threadIdx.x, row = blockIdx.y;
  const int first = (blockIdx.x * blockDim.y + threadIdx.y) * kOutputs;
  if (first >= out) return;  // all lanes of the outputs together
  const int second = min(first + 1, out - 1);

  const float4* a = reinterpret_cast<const float4*>(x + size_t(row) * in);
  const LinearFour<W>* w0 = reinterpret_cast<const LinearFour<W>*>(weights + size_t(first) * in);
  const LinearFour<W>* w1 = reinterpret_cast<const LinearFour<W>*>(weights + size_t(second) * in);
  const half* scale0 = linearScales<W>(scales, first, in);
  const half* scale1 = linearScales<W>(scales, second, in);

  float sum0 = 0.0f, sum1 = 0.0f;
  for (int i = lane; i < in / 4; i += 32) {
    const float4 four = a[i];
    const LinearFour<W> of0 = w0[i], of1 = w1[i];
    sum0 += linearProducts(four, of0, linearScale<W>(scale0, 4 * i));
    sum1 += linearProducts(four, of1, linearScale<W>(scale1, 4 * i));
  }
  sum0 = linearSumOfGroup(sum0);
  sum1 = linearSumOfGroup(sum1);
  if (lane != 0) return;
  y[size_t(row) * out + first] = bias ? sum0 + bias[first] : sum0;
  if (second != first) y[size_t(row) * out + second] = bias ? sum1 + bias[second] : sum1;
}
