// Barriers in branches and loops that all threads of a block take alike.
// strata: n = 500
// blocks = (n + 63) / 64
// in  int x[n] = random(0, 10)
// out int y[blocks]
// work<<<blocks, 64>>>(y, x, n)
// expect none

__global__ void work(int* y, const int* x, int n) {
  __shared__ int v[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  int mine = i < n ? x[i] : 0;
  if (blockIdx.x % 2 == 0) {
    v[t] = mine;
    __syncthreads();
    mine += v[t ^ 1];
    __syncthreads();
  }
  while (__syncthreads_or(mine > 3)) {
    v[t] = mine > 3 ? mine - 1 : mine;
    __syncthreads();
    mine = v[t];
  }
  const int many = __syncthreads_count(mine == 3);
  if (t == 0) y[blockIdx.x] = many;
}
