// C = A · B in tiles: a block computes a square tile of C and reads what it needs through shared memory.
//
//   A is m × k, B is k × n, C is m × n; fp32, row-major, any sizes from 1.
//   Launch: block (kTile, kTile), grid (ceil(n / kTile), ceil(m / kTile)).
//
// The idea added: the threads of a block need the same rows of A and the same columns of B. They load one tile of each
// together, every thread one element, and all of them then read it kTile times from shared memory. Global memory is
// asked for 1 / kTile of what the naive kernel asks.

template <int kTile>
__global__ void matmul_tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                             int n, int k) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];

  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;

  float sum = 0.0f;
  for (int start = 0; start < k; start += kTile) {
    // Outside the matrices a tile is filled with zeros: they add nothing, and no thread may leave before the barrier.
    tileA[y][x] = row < m && start + x < k ? A[size_t(row) * k + start + x] : 0.0f;
    tileB[y][x] = start + y < k && col < n ? B[size_t(start + y) * n + col] : 0.0f;
    __syncthreads();  // the tiles are complete: now they may be read

    for (int i = 0; i < kTile; ++i) {
      sum += tileA[y][i] * tileB[i][x];
    }
    __syncthreads();  // all have read: now the tiles may be overwritten
  }

  if (row < m && col < n) C[size_t(row) * n + col] = sum;
}
