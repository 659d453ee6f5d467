// Heat spreads over a plate for several time steps at once: a block takes its tile through all of them.
//
//   Each cell becomes the mean of itself and its four neighbours; beyond the border lies once more the cell before it.
//   in and out are rows × cols; fp32, row-major, any sizes from 1. steps: 1 … kMost.
//   Launch: block (kWidth, any), grid (ceil(cols / (kWidth − 2 · kMost)), ceil(rows / (kHeight − 2 · kMost))).
//
// The idea added: the halo is as wide as the launch has time steps. With each of them the outermost ring of cells lacks
// neighbours and is left behind, and after the last one the tile is what remains. Memory is read and written once for
// all of them. The price: cells of the halo are computed by several blocks.
//
// The border is a mirror, and a plate with its mirror image stays one: no cell there needs a rule of its own.

/// Where cell i lies of n, whose ends are mirrors: −1 is 0, n is n − 1.
__device__ inline int heatMirrored(int i, int n) {
  while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
  return i;
}

template <int kWidth, int kHeight, int kMost>
__global__ void heat_several(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, int steps) {
  __shared__ float cells[2][kHeight][kWidth];  // before a time step, and after it
  const int width = kWidth - 2 * (kMost - steps), height = kHeight - 2 * (kMost - steps);
  const int left = blockIdx.x * (kWidth - 2 * kMost) - steps, top = blockIdx.y * (kHeight - 2 * kMost) - steps;
  const int x = threadIdx.x, col = left + x;

  for (int y = threadIdx.y; y < height; y += blockDim.y) {
    const int row = top + y;
    if (x < width && row < rows + steps && col < cols + steps)
      cells[0][y][x] = in[size_t(heatMirrored(row, rows)) * cols + heatMirrored(col, cols)];
  }

  for (int step = 1; step <= steps; ++step) {
    __syncthreads();  // all cells have come as far
    const float(*const before)[kWidth] = cells[(step - 1) % 2];
    float(*const after)[kWidth] = cells[step % 2];
    const int halo = steps - step;  // that the next time steps need
    for (int y = threadIdx.y; y < height; y += blockDim.y) {
      const int row = top + y;
      if (y < step || y >= height - step || row >= rows + halo) continue;
      if (x < step || x >= width - step || col >= cols + halo) continue;
      const float mean =
          0.2f * (before[y][x] + (before[y][x - 1] + before[y][x + 1]) + (before[y - 1][x] + before[y + 1][x]));
      if (step < steps)
        after[y][x] = mean;
      else
        out[size_t(row) * cols + col] = mean;
    }
  }
}
