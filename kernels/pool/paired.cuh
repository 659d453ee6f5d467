// Largest value of each window of 2 × 2 that do not overlap: one thread loads each row of its window at once.
//
//   X is planes × h × w, Y is planes × h/2 × w/2, both fp32 and row-major, X aligned to 8 bytes; h and w are even.
//   Launch: block 256, or fewer for few; grid ceil(planes · h/2 · w/2 / block).
//
// The idea added: float2. Neighbouring threads load neighbouring pairs, so each instruction uses whole sectors and a
// window takes two loads for four. An even h lets planes follow each other without a seam: row r of Y, counted through
// all planes, comes from rows 2r and 2r + 1 of X.

#include "kernels/pool/larger.cuh"

__global__ void pool_paired(const float* __restrict__ x, float* __restrict__ y, int outputs, int q) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= outputs) return;

  const float2* const rows = reinterpret_cast<const float2*>(x) + i / q * 2 * q + i % q;
  const float2 upper = rows[0], lower = rows[q];
  y[i] = poolLarger(poolLarger(upper.x, upper.y), poolLarger(lower.x, lower.y));
}
