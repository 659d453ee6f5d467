// Heat spreads over a plate for one time step: one thread computes one cell.
//
//   Explicit diffusion, u + α · (left + right + above + below − 4u), with α = 1/5: the mean of a cell and its four
//   neighbours. Beyond the border lies once more the cell before it, so no heat flows out. in and out are rows × cols;
//   fp32, row-major, any sizes from 1.
//   Launch: block (32, 8), grid (ceil(cols / 32), ceil(rows / 8)); once for each time step.
//
// The next time step needs all cells of this one, and the end of a kernel is where all threads of the grid have come
// together. Each cell is loaded by five threads, and the caches serve what memory need not.

__global__ void heat_naive(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;

  const float* const line = in + size_t(row) * cols;
  const float* const above = in + size_t(max(row - 1, 0)) * cols;
  const float* const below = in + size_t(min(row + 1, rows - 1)) * cols;
  const float beside = line[max(col - 1, 0)] + line[min(col + 1, cols - 1)];
  out[size_t(row) * cols + col] = 0.2f * (line[col] + beside + (above[col] + below[col]));
}
