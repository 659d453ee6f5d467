// C = A · B, the plain way: one thread computes one element of C.
//
//   A is m × k, B is k × n, C is m × n; fp32, any sizes from 1. Element (i, l) of A stands at A[i * rowA + l * colA],
//   element (l, j) of B at B[l * rowB + j * colB]: a transposed operand is one with its strides swapped. C is
//   row-major. Launch: block (32, 8), grid (ceil(m / 32), ceil(n / 8), products); products follow each other in memory.
//
// x runs down a column of C, as one writes "row, column" without a thought for memory. The 32 threads of a warp then
// read 32 different rows of A and write 32 different rows of C: one memory sector of 32 bytes for each 4 bytes wanted.

__global__ void matmul_naive(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                             int n, int k, int rowA, int colA, int rowB, int colB) {
  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;  // the grid is rounded up to whole blocks

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) {
    sum += A[row * rowA + i * colA] * B[i * rowB + col * colB];
  }
  C[row * n + col] = sum;
}
