// C = A · B with four elements a memory instruction.
//
//   A is m × k, B is k × n, C is m × n; fp32, row-major; n and k are multiples of 4, and A, B and C begin at multiples
//   of 16 bytes. Launch: block (256), grid (ceil(n / 128), ceil(m / 128), products); a block computes 128 × 128
//   elements.
//
// The idea added: a float4 moves 16 bytes with one instruction, from global memory and back, and from shared memory.
// For that the tile of A lies transposed in shared memory: the eight elements a thread needs of a column of A then
// follow each other as the eight of B do. What is left to gain: the 32 banks of shared memory. A warp writes the
// transposed tile with up to four threads on one bank, and reads B with two.

__global__ void __launch_bounds__(256) matmul_vectorised(const float* __restrict__ A, const float* __restrict__ B,
                                                         float* __restrict__ C, int m, int n, int k) {
  constexpr int kTile = 128;                          // rows and columns of C a block computes
  constexpr int kDepth = 16;                          // columns of A and rows of B in shared memory at a time
  constexpr int kSide = 8;                            // rows and columns of C a thread computes
  alignas(16) __shared__ float tileA[kDepth][kTile];  // transposed
  alignas(16) __shared__ float tileB[kDepth][kTile];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int t = threadIdx.x;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;
  const int row = t / (kTile / kSide) * kSide, col = t % (kTile / kSide) * kSide;  // of the thread's square in the tile
  const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

  float sum[kSide][kSide] = {};
  for (int start = 0; start < k; start += kDepth) {
    // Two groups of four for each thread and tile.
    for (int g = 0; g < 2; ++g) {
      const int i = t / 4 + 64 * g, l = t % 4 * 4;
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
      const float4 a1 = *reinterpret_cast<const float4*>(&tileA[l][row + 4]);
      const float a[kSide] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      float b[kSide];
      for (int j = 0; j < kSide; ++j) b[j] = tileB[l][col + j];  // compilers make two float4 of such a loop
      for (int i = 0; i < kSide; ++i) {
        for (int j = 0; j < kSide; ++j) sum[i][j] += a[i] * b[j];
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; j += 4) {
      if (firstRow + row + i < m && firstCol + col + j < n) {
        *reinterpret_cast<float4*>(&C[(firstRow + row + i) * n + firstCol + col + j]) =
            make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
      }
    }
  }
}
