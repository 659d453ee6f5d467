// out = transpose of in, the plain way: one thread moves one element.
//
//   in is rows × cols, out is cols × rows; fp32, row-major, any sizes from 1.
//   Launch: block (32, 8), grid (ceil(cols / 32), ceil(rows / 8)).
//
// Neighbouring threads read neighbouring elements of a row, which is served together, and write into a column, where
// each element lies in a sector of its own: 32 bytes are touched for every 4 that are written.

__global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}
