// out = transpose of in, in tiles whose rows are one element longer than they need be.
//
//   in is rows × cols, out is cols × rows; fp32, row-major, any sizes from 1.
//   Launch: block (kTile, kRows), grid (ceil(cols / kTile), ceil(rows / kTile)); a thread moves kTile / kRows elements.
//
// The idea added: padding. With rows of kTile + 1 elements, tile[x][y] lies in bank (x · 33 + y) % 32 = (x + y) % 32: a
// column is spread over all 32 banks as a row is, and no thread of a warp waits for another.

template <int kTile, int kRows>
__global__ void transpose_padded(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;

  const int col = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  for (int i = 0; i < kTile; i += kRows) {
    if (row + i < rows && col < cols) tile[y + i][x] = in[size_t(row + i) * cols + col];
  }
  __syncthreads();  // the tile is complete: now others may read it

  // The block's tile of out: its place is mirrored, and x runs along a row of out.
  const int outCol = blockIdx.y * kTile + x, outRow = blockIdx.x * kTile + y;
  for (int i = 0; i < kTile; i += kRows) {
    if (outRow + i < cols && outCol < rows) out[size_t(outRow + i) * rows + outCol] = tile[x][y + i];
  }
}
