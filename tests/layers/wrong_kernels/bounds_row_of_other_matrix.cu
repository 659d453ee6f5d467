// like: matmul tiled m=40 n=33 k=50
__global__ void k(const float* A, const float* B, float* C, int m, int n, int k, int rowA, int colA, int rowB,
                  int colB) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l) sum += A[row * k + l] * B[l * k + col];  //! out of bounds
  C[row * n + col] = sum;
}
