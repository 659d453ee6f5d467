// C = A · B, 128 results a thread: the last step of the fp32 ladder.
//
//   A is m × k, B is k × n, C is m × n; fp32, row-major; n and k are multiples of 4, and A, B and C begin at multiples
//   of 16 bytes. Launch: block (256), grid (ceil(n / 256), ceil(m / 128), products); a block computes 128 × 256
//   elements.
//
// The idea added: registers are the memory nearest to the arithmetic, and a thread may have 255. With 8 × 16 results it
// reads 24 elements of shared memory for 128 multiply-adds; with 8 × 8 it read 16 for 64, a third more for each. A
// block's tile is twice as wide, and asks global memory for a quarter less. The price is occupancy: one block, eight
// warps, fills a multiprocessor. An H200 is quicker all the same, since multiply-adds that do not wait for each other
// hide latency as well as other warps do. Two sets of tiles, half as deep, keep loading and multiplying side by side.
//
// Whatever does not multiply takes a turn from what does. So where a thread reads is one address each of A and B, and
// the rest is known beforehand: thirty-two threads, a warp or half of one, form four rows of eight, where warpSize
// would be a variable.

__global__ void __launch_bounds__(256, 1) matmul_wide_tile(const float* __restrict__ A, const float* __restrict__ B,
                                                           float* __restrict__ C, int m, int n, int k) {
  constexpr int kTileRows = 128, kTileCols = 256;  // of C, that a block computes
  constexpr int kDepth = 8;                        // columns of A and rows of B in shared memory at a time
  constexpr int kRows = 8, kCols = 16;             // of C, that a thread computes, in groups of four
  alignas(16) __shared__ float tileA[2][kDepth][kTileRows + 4];  // transposed
  alignas(16) __shared__ float tileB[2][kDepth][kTileCols];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int t = threadIdx.x;
  const int firstRow = blockIdx.y * kTileRows, firstCol = blockIdx.x * kTileCols;
  const int warp = t / 32, lane = t % 32;
  const int row = (warp / 2 * 8 + lane / 8) * 4, col = (warp % 2 * 32 + lane % 8) * 4;
  constexpr int kRowGap = 16, kColGap = 32;  // between a thread's groups of four
  const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

  float4 partOfA, partOfB[2];
  const auto fetch = [&](int start) {
    const int i = t / 2, l = start + t % 2 * 4;
    partOfA = firstRow + i < m && l < k ? *reinterpret_cast<const float4*>(&A[size_t(firstRow + i) * k + l]) : zero;
    for (int g = 0; g < 2; ++g) {
      const int down = start + t / 64 + 4 * g, j = firstCol + t % 64 * 4;
      partOfB[g] = down < k && j < n ? *reinterpret_cast<const float4*>(&B[size_t(down) * n + j]) : zero;
    }
  };
  const auto put = [&](int set) {
    const int i = t / 2, l = t % 2 * 4;
    tileA[set][l + 0][i] = partOfA.x;
    tileA[set][l + 1][i] = partOfA.y;
    tileA[set][l + 2][i] = partOfA.z;
    tileA[set][l + 3][i] = partOfA.w;
    for (int g = 0; g < 2; ++g) *reinterpret_cast<float4*>(&tileB[set][t / 64 + 4 * g][t % 64 * 4]) = partOfB[g];
  };
  fetch(0);
  put(0);
  __syncthreads();

  float sum[kRows][kCols] = {};
  int now = 0;  // which of the two is multiplied
  for (int start = 0; start < k; start += kDepth) {
    const bool more = start + kDepth < k;
    if (more) fetch(start + kDepth);

#pragma unroll
    for (int l = 0; l < kDepth; ++l) {
      const float4 a0 = *reinterpret_cast<const float4*>(&tileA[now][l][row]);
      const float4 a1 = *reinterpret_cast<const float4*>(&tileA[now][l][row + kRowGap]);
      const float a[kRows] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      float b[kCols];
      for (int j = 0; j < kCols; ++j) b[j] = tileB[now][l][col + j / 4 * kColGap + j % 4];
      for (int i = 0; i < kRows; ++i) {
        for (int j = 0; j < kCols; ++j) sum[i][j] += a[i] * b[j];
      }
    }

    if (more) {
      put(1 - now);
      __syncthreads();
      now = 1 - now;
    }
  }

  for (int i = 0; i < kRows; ++i) {
    const int r = firstRow + row + i / 4 * kRowGap + i % 4;
    for (int g = 0; g < kCols; g += 4) {
      const int c = firstCol + col + g / 4 * kColGap;
      if (r < m && c < n) {
        *reinterpret_cast<float4*>(&C[size_t(r) * n + c]) =
            make_float4(sum[i][g], sum[i][g + 1], sum[i][g + 2], sum[i][g + 3]);
      }
    }
  }
}
