// Layer and RMS normalisation of each row by one thread, in lanes of a processor's vector unit.
//
//   LayerNorm (centred = 1): y[i] = (x[i] − mean) / √(mean of (x − mean)² + epsilon) · weight[i] + bias[i]
//   RMSNorm (centred = 0):   y[i] = x[i] / √(mean of x² + epsilon) · weight[i]
//
//   x and y are rows × cols, weight and bias hold cols; bias may be nullptr. fp32, row-major, any sizes from 1.
//   Launch: block (1), grid (rows).
//
// The idea added: in one sum each addition waits for the one before; here as many sums as a register has lanes
// (kernels/compat/lanes.h) grow with one instruction. No thread waits for another: this is the step for processors.

#include "kernels/compat/lanes.h"

__global__ void norm_lanes(const float* __restrict__ x, const float* __restrict__ weight,
                           const float* __restrict__ bias, float* __restrict__ y, int rows, int cols, float epsilon,
                           int centred) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const float* in = x + size_t(row) * cols;
  float* out = y + size_t(row) * cols;
  const int whole = cols / kLanes * kLanes;

  float mean = 0.0f;
  if (centred) {
    Lanes sums = lanesOf(0.0f);
    for (int i = 0; i < whole; i += kLanes) sums = sums + loadLanes(in + i);
    mean = lanesSum(sums);
    for (int i = whole; i < cols; ++i) mean += in[i];
    mean /= cols;
  }
  Lanes sums = lanesOf(0.0f);
  for (int i = 0; i < whole; i += kLanes) {
    const Lanes difference = loadLanes(in + i) - lanesOf(mean);
    sums = sums + difference * difference;
  }
  float squares = lanesSum(sums);
  for (int i = whole; i < cols; ++i) squares += (in[i] - mean) * (in[i] - mean);
  const float scale = 1.0f / sqrtf(squares / cols + epsilon);

  for (int i = 0; i < whole; i += kLanes) {
    const Lanes value = (loadLanes(in + i) - lanesOf(mean)) * lanesOf(scale) * loadLanes(weight + i);
    storeLanes(out + i, bias ? value + loadLanes(bias + i) : value);
  }
  for (int i = whole; i < cols; ++i) {
    const float value = (in[i] - mean) * scale * weight[i];
    out[i] = bias ? value + bias[i] : value;
  }
}
