// The kernels of matmulSteps(), until its users take the ladder.

__global__ void matmul_old_naive(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                                 int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) {
    sum += A[size_t(row) * k + i] * B[size_t(i) * n + col];
  }
  C[size_t(row) * n + col] = sum;
}

template <int kTile>
__global__ void matmul_old_tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                                 int n, int k) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];

  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.x * kTile + x;
  const int row = blockIdx.y * kTile + y;

  float sum = 0.0f;
  for (int start = 0; start < k; start += kTile) {
    tileA[y][x] = row < m && start + x < k ? A[size_t(row) * k + start + x] : 0.0f;
    tileB[y][x] = start + y < k && col < n ? B[size_t(start + y) * n + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < kTile; ++i) {
      sum += tileA[y][i] * tileB[i][x];
    }
    __syncthreads();
  }

  if (row < m && col < n) C[size_t(row) * n + col] = sum;
}
