// C = A · B, the results of a warp in a compact tile.
//
//   A is m × k, B is k × n, C is m × n; fp32, row-major; n and k are multiples of 4, and A, B and C begin at multiples
//   of 16 bytes. Launch: block (256), grid (ceil(n / 128), ceil(m / 128), products); a block computes 128 × 128
//   elements.
//
// The idea added: between the block's tile and the thread's there is the warp's. Threads that ask for the same word of
// shared memory at the same time are served as one, so what counts is how many different words a warp needs. With its
// threads in 2 rows of 16 it needed 16 of A and 128 of B for each step of k; in 4 rows of 8 it needs 32 and 64. A
// thread's rows are two groups of four now, as its columns are: then a warp of 64 threads simply has 8 rows of 8.

__global__ void __launch_bounds__(256) matmul_warp_tile(const float* __restrict__ A, const float* __restrict__ B,
                                                        float* __restrict__ C, int m, int n, int k) {
  constexpr int kTile = 128;                              // rows and columns of C a block computes
  constexpr int kDepth = 16;                              // columns of A and rows of B in shared memory at a time
  constexpr int kSide = 8;                                // rows and columns of C a thread computes
  alignas(16) __shared__ float tileA[kDepth][kTile + 4];  // transposed
  alignas(16) __shared__ float tileB[kDepth][kTile];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int t = threadIdx.x;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;

  // The tile is two warps wide, and a warp is eight threads wide: it computes warpSize rows and 64 columns.
  const int warp = t / warpSize, lane = t % warpSize;
  const int row = (warp / 2 * (warpSize / 4) + lane / 8) * 4, col = warp % 2 * 64 + lane % 8 * 4;
  const int rowGap = warpSize / 8 * 4, colGap = 32;  // between a thread's two groups of four
  const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

  float sum[kSide][kSide] = {};
  for (int start = 0; start < k; start += kDepth) {
    for (int g = 0; g < 2; ++g) {
      const int i = t / 2, l = t % 2 * 4 + 8 * g;
      const bool inside = firstRow + i < m && start + l < k;
      const float4 a = inside ? *reinterpret_cast<const float4*>(&A[(firstRow + i) * k + start + l]) : zero;
      tileA[l + 0][i] = a.x;
      tileA[l + 1][i] = a.y;
      tileA[l + 2][i] = a.z;
      tileA[l + 3][i] = a.w;
    }
    for (int g = 0; g < 2; ++g) {
      const int l = t / 32 + 8 * g, j = t % 32 * 4;
      const bool inside = start + l < k && firstCol + j < n;
      *reinterpret_cast<float4*>(&tileB[l][j]) =
          inside ? *reinterpret_cast<const float4*>(&B[(start + l) * n + firstCol + j]) : zero;
    }
    __syncthreads();

    for (int l = 0; l < kDepth; ++l) {
      const float4 a0 = *reinterpret_cast<const float4*>(&tileA[l][row]);
      const float4 a1 = *reinterpret_cast<const float4*>(&tileA[l][row + rowGap]);
      const float a[kSide] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      float b[kSide];
      for (int j = 0; j < 4; ++j) {
        b[j] = tileB[l][col + j];
        b[4 + j] = tileB[l][col + colGap + j];
      }
      for (int i = 0; i < kSide; ++i) {
        for (int j = 0; j < kSide; ++j) sum[i][j] += a[i] * b[j];
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < kSide; ++i) {
    const int r = firstRow + row + i / 4 * rowGap + i % 4;
    for (int g = 0; g < 2; ++g) {
      const int c = firstCol + col + colGap * g;
      if (r < m && c < n) {
        *reinterpret_cast<float4*>(&C[r * n + c]) =
            make_float4(sum[i][4 * g], sum[i][4 * g + 1], sum[i][4 * g + 2], sum[i][4 * g + 3]);
      }
    }
  }
}
