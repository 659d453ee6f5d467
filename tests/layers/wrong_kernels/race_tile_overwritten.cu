// like: matmul tiled m=40 n=33 k=50
__global__ void k(const float* A, const float* B, float* C, int m, int n, int k, int rowA, int colA, int rowB,
                  int colB) {
  __shared__ float tileA[32][32];
  __shared__ float tileB[32][32];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  float sum = 0.0f;
  for (int start = 0; start < k; start += 32) {
    tileA[x][y] = row < m && start + x < k ? A[row * k + start + x] : 0.0f;    //! lockstep
    tileB[y][x] = start + y < k && col < n ? B[(start + y) * n + col] : 0.0f;  //! race
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      sum += tileA[i][y]     //! lockstep
             * tileB[i][x];  //! race
    }
  }
  if (row < m && col < n) C[row * n + col] = sum;
}
