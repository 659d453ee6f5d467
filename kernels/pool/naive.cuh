// Largest value of each window: one thread computes one output.
//
//   X is planes × h × w, Y is planes × p × q, both fp32 and row-major; any sizes from 1. pad is below window, so every
//   window holds an element of the picture.
//   Launch: block 256, or fewer for few; grid ceil(planes · p · q / block).
//
// Windows that do not overlap leave nothing to share: memory sets the time, and neighbouring threads that are `stride`
// elements apart use their sectors over several loads.

#include "kernels/pool/larger.cuh"

__global__ void pool_naive(const float* __restrict__ x, float* __restrict__ y, int planes, int h, int w, int p, int q,
                           int window, int stride, int pad) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int plane = i / (p * q), row = i / q % p * stride - pad, col = i % q * stride - pad;
  if (plane >= planes) return;

  const int top = row < 0 ? 0 : row, bottom = row + window < h ? row + window : h;
  const int left = col < 0 ? 0 : col, right = col + window < w ? col + window : w;
  const float* const picture = x + plane * h * w;
  float largest = picture[top * w + left];
  for (int r = top; r < bottom; ++r)
    for (int c = left; c < right; ++c) largest = poolLarger(largest, picture[r * w + c]);
  y[i] = largest;
}
