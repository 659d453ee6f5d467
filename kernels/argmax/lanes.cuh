// out[row] = where the greatest of the row's numbers stands, the first of equal ones; one thread takes a whole row.
//
//   x is [rows, cols], out is [rows]. fp32 and int32, any sizes from 1. NaN is greater than nothing; 0 for a row of
//   NaN. Launch: block (1), grid (rows).
//
// The idea added: as many comparisons with one instruction as a register of a processor's vector unit has lanes, which
// tells the greatest but not its place. The place is looked for afterwards, in the one piece of the row that holds it
// and is still in the nearest cache.

#include "kernels/compat/lanes.h"

constexpr int kArgmaxPiece = 1024;

__device__ inline float argmaxGreatest(const float* x, int count) {
  Lanes tops = lanesOf(-INFINITY);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) tops = lanesGreater(loadLanes(x + i), tops);
  float top = lanesMax(tops);
  for (; i < count; ++i) top = x[i] > top ? x[i] : top;
  return top;
}

__global__ void argmax_lanes(const float* __restrict__ x, int* __restrict__ out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* const values = x + size_t(row) * cols;
  float top = -INFINITY;
  int piece = 0;
  for (int first = 0; first < cols; first += kArgmaxPiece) {
    const float greatest = argmaxGreatest(values + first, min(kArgmaxPiece, cols - first));
    if (greatest > top) {
      top = greatest;
      piece = first;
    }
  }
  int place = 0;
  if (top > -INFINITY)
    for (place = piece; values[place] != top;) ++place;
  out[row] = place;
}
