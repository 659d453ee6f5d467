// Heat spreads over a plate for one time step: a block computes a tile from shared memory.
//
//   Each cell becomes the mean of itself and its four neighbours; beyond the border lies once more the cell before it.
//   in and out are rows × cols; fp32, row-major, any sizes from 1.
//   Launch: block (kTile, kRows), grid (ceil(cols / kTile), ceil(rows / kTile)); once for each time step.
//
// The idea added: the tile and a halo of one cell around it are loaded into shared memory once, and the five reads of
// each cell go there.

template <int kTile, int kRows>
__global__ void heat_tiled(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  constexpr int kSide = kTile + 2;
  __shared__ float cells[kSide][kSide];
  const int top = blockIdx.y * kTile - 1, left = blockIdx.x * kTile - 1;  // of the halo, on the plate

  for (int i = threadIdx.y * kTile + threadIdx.x; i < kSide * kSide; i += kTile * kRows) {
    const int row = top + i / kSide, col = left + i % kSide;
    if (row <= rows && col <= cols)
      cells[i / kSide][i % kSide] = in[size_t(min(max(row, 0), rows - 1)) * cols + min(max(col, 0), cols - 1)];
  }
  __syncthreads();  // the cells are complete: now others may read them

  const int x = threadIdx.x + 1;
  for (int y = threadIdx.y + 1; y <= kTile; y += kRows) {
    if (top + y >= rows || left + x >= cols) continue;
    const float mean = 0.2f * (cells[y][x] + (cells[y][x - 1] + cells[y][x + 1]) + (cells[y - 1][x] + cells[y + 1][x]));
    out[size_t(top + y) * cols + left + x] = mean;
  }
}
