// C = A · B in tiles: a block computes a square tile of C and reads what it needs through shared memory.
//
//   A is m × k, B is k × n, C is m × n; fp32, any sizes from 1. Element (i, l) of A stands at A[i * rowA + l * colA],
//   element (l, j) of B at B[l * rowB + j * colB]: a transposed operand is one with its strides swapped. C is
//   row-major. Launch: block (kTile, kTile), grid (ceil(n / kTile), ceil(m / kTile), products).
//
// The idea added: the threads of a block need the same rows of A and the same columns of B. They load one tile of each
// together, every thread one element, and all of them then read it kTile times from shared memory. Global memory is
// asked for 1 / kTile of what the kernel before asks.

template <int kTile>
__global__ void matmul_tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                             int n, int k, int rowA, int colA, int rowB, int colB) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;

  float sum = 0.0f;
  for (int start = 0; start < k; start += kTile) {
    // Outside the matrices a tile is filled with zeros: they add nothing, and no thread may leave before the barrier.
    tileA[y][x] = row < m && start + x < k ? A[row * rowA + (start + x) * colA] : 0.0f;
    tileB[y][x] = start + y < k && col < n ? B[(start + y) * rowB + col * colB] : 0.0f;
    __syncthreads();  // the tiles are complete: now they may be read

    for (int i = 0; i < kTile; ++i) {
      sum += tileA[y][i] * tileB[i][x];
    }
    __syncthreads();  // all have read: now the tiles may be overwritten
  }

  if (row < m && col < n) C[row * n + col] = sum;
}
