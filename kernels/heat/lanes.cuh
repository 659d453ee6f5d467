// Heat spreads over a plate for one time step: one thread takes a row, in lanes of a processor's vector unit.
//
//   Each cell becomes the mean of itself and its four neighbours; beyond the border lies once more the cell before it.
//   in and out are rows × cols; fp32, row-major, any sizes from 1.
//   Launch: block (1), grid (rows); once for each time step.
//
// The idea added: as many cells with one instruction as a register has lanes (kernels/compat/lanes.h). Their
// neighbours are just as many cells of the rows above and below, and of the same row one element to either side. No
// thread waits for another: this is the step for processors.

#include "kernels/compat/lanes.h"

/// A cell at an end of a row, whose one neighbour in it is `inner`.
__device__ inline float heatEnd(const float* line, const float* above, const float* below, int col, int inner) {
  return 0.2f * (line[col] + (line[col] + line[inner]) + (above[col] + below[col]));
}

__global__ void heat_lanes(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const float* const line = in + size_t(row) * cols;
  const float* const above = in + size_t(max(row - 1, 0)) * cols;
  const float* const below = in + size_t(min(row + 1, rows - 1)) * cols;
  float* const to = out + size_t(row) * cols;
  const int last = cols - 1;

  to[0] = heatEnd(line, above, below, 0, min(1, last));
  if (last > 0) to[last] = heatEnd(line, above, below, last, last - 1);
  for (int col = 1; col < last; col += kLanes) {
    const int count = min(kLanes, last - col);
    const Lanes beside = loadLanes(line + col - 1, count) + loadLanes(line + col + 1, count);
    const Lanes across = loadLanes(above + col, count) + loadLanes(below + col, count);
    storeLanes(to + col, lanesOf(0.2f) * (loadLanes(line + col, count) + beside + across), count);
  }
}
