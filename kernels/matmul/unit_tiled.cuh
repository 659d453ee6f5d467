// C = A · B by the matrix unit, from tiles in shared memory.
//
//   A is m × k, B is k × n, both fp16 or bf16; C is m × n in fp32. Row-major; m and n are multiples of 16, and C begins
//   at a multiple of 32 bytes. Launch: block (128), grid (ceil(n / 64), ceil(m / 64), products); a block computes 64 ×
//   64 elements of C.
//
// The idea added: what made the fp32 kernels quick, in the same two places. The block loads tiles of A and B once and
// its warps read their fragments from shared memory; and a warp has several sums, so that each fragment is used more
// than once. What is left to gain: two bytes a load, rows of a tile that meet in the same banks, and a unit that waits
// while the next tile is loaded.

template <class T>
__global__ void __launch_bounds__(128)
    matmul_unit_tiled(const T* __restrict__ A, const T* __restrict__ B, float* __restrict__ C, int m, int n, int k) {
  constexpr int kTile = 64;   // rows and columns of C a block computes
  constexpr int kDepth = 32;  // columns of A and rows of B in shared memory at a time
  constexpr int kThreads = 128;
  alignas(32) __shared__ T tileA[kTile][kDepth];
  alignas(32) __shared__ T tileB[kDepth][kTile];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  // The tile is two warps wide: a warp computes 32 columns, and as many rows as it has threads.
  const int t = threadIdx.x, warp = t / warpSize;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;
  const int row = warp / 2 * warpSize, col = warp % 2 * 32;
  const int down = warpSize / 16;  // fragments below each other: 2 or 4

  matrix_unit::accumulator sum[4][2];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 2; ++j) matrix_unit::fill(sum[i][j], 0.0f);
  }
  for (int start = 0; start < k; start += kDepth) {
    for (int e = t; e < kTile * kDepth; e += kThreads) {
      const int i = e / kDepth, l = e % kDepth;
      tileA[i][l] = firstRow + i < m && start + l < k ? A[(firstRow + i) * k + start + l] : T(0.0f);
    }
    for (int e = t; e < kDepth * kTile; e += kThreads) {
      const int l = e / kTile, j = e % kTile;
      tileB[l][j] = start + l < k && firstCol + j < n ? B[(start + l) * n + firstCol + j] : T(0.0f);
    }
    __syncthreads();

    for (int l = 0; l < kDepth; l += 16) {
      matrix_unit::fragment_b<T> b[2];
      for (int j = 0; j < 2; ++j) matrix_unit::load_matrix(b[j], &tileB[l][col + 16 * j], kTile);
      for (int i = 0; i < 4; ++i) {
        if (i >= down) break;
        matrix_unit::fragment_a<T> a;
        matrix_unit::load_matrix(a, &tileA[row + 16 * i][l], kDepth);
        for (int j = 0; j < 2; ++j) matrix_unit::multiply_accumulate(sum[i][j], a, b[j], sum[i][j]);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 2; ++j) {
      const int r = firstRow + row + 16 * i, c = firstCol + col + 16 * j;
      if (i < down && r < m && c < n) matrix_unit::store_matrix(&C[r * n + c], sum[i][j], n);
    }
  }
}
