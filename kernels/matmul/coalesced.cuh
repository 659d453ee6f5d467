// C = A · B, one thread an element, neighbours side by side in memory.
//
//   A is m × k, B is k × n, C is m × n; fp32, any sizes from 1. Element (i, l) of A stands at A[i * rowA + l * colA],
//   element (l, j) of B at B[l * rowB + j * colB]: a transposed operand is one with its strides swapped. C is
//   row-major. Launch: block (32, 8), grid (ceil(n / 32), ceil(m / 8), products); products follow each other in memory.
//
// The idea added: x runs along a row of C. The 32 threads of a warp then read the same element of A and 32 neighbours
// of B, and write 32 neighbours of C: 4 sectors of 32 bytes, every byte of them wanted. Nothing else has changed. What
// is left to gain: each element of A is read n times and each of B m times, every time from global memory.

__global__ void matmul_coalesced(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                                 int n, int k, int rowA, int colA, int rowB, int colB) {
  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;  // the grid is rounded up to whole blocks

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) {
    sum += A[row * rowA + i * colA] * B[i * rowB + col * colB];
  }
  C[row * n + col] = sum;
}
