// C = A · B, the plain way: one thread computes one element of C.
//
//   A is m × k, B is k × n, C is m × n; fp32, row-major, any sizes from 1.
//   Launch: block (16, 16), grid (ceil(n / 16), ceil(m / 16)).
//
// x runs along a row of C. Neighbouring threads then read neighbouring elements of B and write neighbouring elements of
// C, and the GPU serves them together. What is left to gain: every element of A is read n times and every element of B
// m times, each time from global memory.

__global__ void matmul_naive(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                             int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;  // the grid is rounded up to whole blocks

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) {
    sum += A[size_t(row) * k + i] * B[size_t(i) * n + col];
  }
  C[size_t(row) * n + col] = sum;
}
