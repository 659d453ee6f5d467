// C = A · B with eight results a thread: a column of eight elements of C in registers.
//
//   A is m × k, B is k × n, C is m × n; fp32, any sizes from 1. Element (i, l) of A stands at A[i * rowA + l * colA],
//   element (l, j) of B at B[l * rowB + j * colB]: a transposed operand is one with its strides swapped. C is
//   row-major. Launch: block (512), grid (ceil(n / 64), ceil(m / 64), products); a block computes 64 × 64 elements of
//   C.
//
// The idea added: so far every multiply-add read two numbers from shared memory, which is then what all wait for. A
// thread with eight results reads an element of B once and uses it eight times: 9 reads for 8 multiply-adds, not 16.

__global__ void __launch_bounds__(512)
    matmul_register_1d(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m, int n,
                       int k, int rowA, int colA, int rowB, int colB) {
  constexpr int kTile = 64;    // rows and columns of C a block computes
  constexpr int kDepth = 8;    // columns of A and rows of B in shared memory at a time
  constexpr int kResults = 8;  // elements of C a thread computes, one below the other
  __shared__ float tileA[kTile][kDepth];
  __shared__ float tileB[kDepth][kTile];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int t = threadIdx.x;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;
  const int row = t / kTile * kResults, col = t % kTile;  // of this thread's results in the tile

  float sum[kResults] = {};
  for (int start = 0; start < k; start += kDepth) {
    // Each thread loads one element of either tile: 512 threads, 64 × 8 elements.
    const int rowOfA = t / kDepth, colOfA = t % kDepth;
    const int rowOfB = t / kTile, colOfB = t % kTile;
    tileA[rowOfA][colOfA] =
        firstRow + rowOfA < m && start + colOfA < k ? A[(firstRow + rowOfA) * rowA + (start + colOfA) * colA] : 0.0f;
    tileB[rowOfB][colOfB] =
        start + rowOfB < k && firstCol + colOfB < n ? B[(start + rowOfB) * rowB + (firstCol + colOfB) * colB] : 0.0f;
    __syncthreads();

    for (int i = 0; i < kDepth; ++i) {
      const float b = tileB[i][col];
      for (int r = 0; r < kResults; ++r) sum[r] += tileA[row + r][i] * b;
    }
    __syncthreads();
  }

  for (int r = 0; r < kResults; ++r) {
    if (firstRow + row + r < m && firstCol + col < n) C[(firstRow + row + r) * n + firstCol + col] = sum[r];
  }
}
