// C = A · B with 64 results a thread: a square of 8 × 8 elements of C in registers.
//
//   A is m × k, B is k × n, C is m × n; fp32, any sizes from 1. Element (i, l) of A stands at A[i * rowA + l * colA],
//   element (l, j) of B at B[l * rowB + j * colB]: a transposed operand is one with its strides swapped. C is
//   row-major. Launch: block (256), grid (ceil(n / 128), ceil(m / 128), products); a block computes 128 × 128 elements
//   of C.
//
// The idea added: a square uses what it reads in both directions. Eight elements of A and eight of B, held in
// registers, make 64 multiply-adds: a quarter of a read each, where the column of eight needed more than one. The
// larger tile of the block halves what is asked of global memory, too.

__global__ void __launch_bounds__(256)
    matmul_register_2d(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m, int n,
                       int k, int rowA, int colA, int rowB, int colB) {
  constexpr int kTile = 128;  // rows and columns of C a block computes
  constexpr int kDepth = 16;  // columns of A and rows of B in shared memory at a time
  constexpr int kSide = 8;    // rows and columns of C a thread computes
  constexpr int kThreads = 256;
  __shared__ float tileA[kTile][kDepth];
  __shared__ float tileB[kDepth][kTile];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int t = threadIdx.x;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;
  const int row = t / (kTile / kSide) * kSide, col = t % (kTile / kSide) * kSide;  // of the thread's square in the tile

  float sum[kSide][kSide] = {};
  for (int start = 0; start < k; start += kDepth) {
    for (int e = t; e < kTile * kDepth; e += kThreads) {
      const int i = e / kDepth, l = e % kDepth;
      tileA[i][l] = firstRow + i < m && start + l < k ? A[(firstRow + i) * rowA + (start + l) * colA] : 0.0f;
    }
    for (int e = t; e < kDepth * kTile; e += kThreads) {
      const int l = e / kTile, j = e % kTile;
      tileB[l][j] = start + l < k && firstCol + j < n ? B[(start + l) * rowB + (firstCol + j) * colB] : 0.0f;
    }
    __syncthreads();

    for (int l = 0; l < kDepth; ++l) {
      float b[kSide];
      for (int j = 0; j < kSide; ++j) b[j] = tileB[l][col + j];
      for (int i = 0; i < kSide; ++i) {
        const float a = tileA[row + i][l];
        for (int j = 0; j < kSide; ++j) sum[i][j] += a * b[j];
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      if (firstRow + row + i < m && firstCol + col + j < n) {
        C[(firstRow + row + i) * n + firstCol + col + j] = sum[i][j];
      }
    }
  }
}
