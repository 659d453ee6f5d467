// Linear layer y = x · Wᵀ + bias; a thread computes eight outputs, each from sixteen sums that grow side by side.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (8), grid (ceil(out / 64), rows). Any sizes from 1; with scales in is a multiple of 32.
//
// The idea added: in one sum each addition waits for the one before. Sixteen sums wait for nobody, and a processor's
// vector unit adds eight of them with one instruction; a row of W is read from front to back. This is the step for
// processors, where a "thread" is a plain loop: on a GPU it still reads W in the worst order.

#include "kernels/linear/formats.cuh"

struct LinearSums {
  float of[8];
};

template <class W>
__device__ inline void linearAddProducts(LinearSums& sums, const float* a, const W* w) {
  for (int l = 0; l < 8; ++l) sums.of[l] += a[l] * float(w[l]);
}

__device__ inline float linearTotal(const LinearSums& sums) {
  float half[4];
  for (int l = 0; l < 4; ++l) half[l] = sums.of[l] + sums.of[l + 4];
  return (half[0] + half[2]) + (half[1] + half[3]);
}

/// a · w where the weights are numbers.
template <class W>
__device__ inline float linearDot(const float* a, const W* w, int in) {
  LinearSums even = {}, odd = {};
  int i = 0;
  for (; i + 16 <= in; i += 16) {
    linearAddProducts(even, a + i, w + i);
    linearAddProducts(odd, a + i + 8, w + i + 8);
  }
  for (int l = 0; l < 8; ++l) even.of[l] += odd.of[l];
  float sum = linearTotal(even);
  for (; i < in; ++i) sum += a[i] * float(w[i]);
  return sum;
}

/// a · w where 32 weights share a scale.
__device__ inline float linearDotScaled(const float* a, const signed char* w, const half* scales, int in) {
  LinearSums sums = {};
  for (int block = 0; block < in / kLinearBlock; ++block) {
    const float* from = a + block * kLinearBlock;
    const signed char* weights = w + block * kLinearBlock;
    LinearSums products = {};
    for (int i = 0; i < kLinearBlock; i += 8) linearAddProducts(products, from + i, weights + i);
    const float scale = float(scales[block]);
    for (int l = 0; l < 8; ++l) sums.of[l] += scale * products.of[l];
  }
  return linearTotal(sums);
}

template <class W>
__global__ void linear_partial_sums(const float* __restrict__ x, const W* __restrict__ weights,
                                    const half* __restrict__ scales, const float* __restrict__ bias,
                                    float* __restrict__ y, int in, int out) {
  constexpr int kOutputs = 8;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * kOutputs, row = blockIdx.y;

  const float* a = x + size_t(row) * in;
  for (int o = first; o < first + kOutputs && o < out; ++o) {
    const W* w = weights + size_t(o) * in;
    float sum;
    if constexpr (kLinearScaled<W>) {
      sum = linearDotScaled(a, w, linearScales<W>(scales, o, in), in);
    } else {
      sum = linearDot(a, w, in);
    }
    y[size_t(row) * out + o] = bias ? sum + bias[o] : sum;
  }
}
