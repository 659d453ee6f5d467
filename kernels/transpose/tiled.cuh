// out = transpose of in, in tiles that turn in shared memory.
//
//   in is rows × cols, out is cols × rows; fp32, row-major, any sizes from 1.
//   Launch: block (kTile, kRows), grid (ceil(cols / kTile), ceil(rows / kTile)); a thread moves kTile / kRows elements.
//
// The idea added: a block reads a tile along its rows, turns it in shared memory, where no order is dearer than another
// by its sectors, and writes it along the rows of out. Both ways global memory is used in whole sectors.
//
// What is left to gain: shared memory has 32 banks, and element tile[x][y] lies in bank (x · kTile + y) % 32. In the
// second loop the threads of a warp differ in x only: with kTile = 32 all 32 want the same bank and wait for each
// other.

template <int kTile, int kRows>
__global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[kTile][kTile];
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
