// C = A · B by the matrix unit, straight from global memory: one warp computes 16 × 16 elements of C.
//
//   A is m × k, B is k × n, both fp16 or bf16; C is m × n in fp32. Row-major; m, n and k are multiples of 16, and A, B
//   and C begin at multiples of 32 bytes. Launch: block (128), grid (n / 16, ceil(m / 64), products); products follow
//   each other in memory.
//
// The idea added: a matrix unit multiplies two 16 × 16 matrices with a few instructions of a whole warp, and adds to
// sums in fp32: 4096 multiply-adds. The matrices are fragments, shared out over the registers of the warp. What is left
// to gain: nearly all. Every fragment comes from global memory each time, and the unit waits.

template <class T>
__global__ void __launch_bounds__(128)
    matmul_unit_naive(const T* __restrict__ A, const T* __restrict__ B, float* __restrict__ C, int m, int n, int k) {
  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
  const int firstRow = blockIdx.y * 64, col = blockIdx.x * 16;

  // A block computes 64 rows: each warp 16 of them, or twice 16 where warps have 64 threads.
  for (int row = firstRow + warp * 16; row < min(firstRow + 64, m); row += warps * 16) {
    matrix_unit::fragment_a<T> a;
    matrix_unit::fragment_b<T> b;
    matrix_unit::accumulator sum;
    matrix_unit::fill(sum, 0.0f);
    for (int l = 0; l < k; l += 16) {
      matrix_unit::load_matrix(a, &A[row * k + l], k);
      matrix_unit::load_matrix(b, &B[l * n + col], n);
      matrix_unit::multiply_accumulate(sum, a, b, sum);
    }
    matrix_unit::store_matrix(&C[row * n + col], sum, n);
  }
}
