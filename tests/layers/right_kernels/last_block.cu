// The block that comes last adds what the others left behind.
// strata: n = 3000
// blocks = (n + 127) / 128
// in  float x[n] = random(0, 1)
// inout int ticket[1] = zeros
// out float part[blocks]
// out float sum[1]
// total<<<blocks, 128>>>(sum, part, ticket, x, n)
// expect sum[i] = sum(k < n, x[k])

__global__ void total(float* sum, float* part, unsigned int* ticket, const float* x, int n) {
  __shared__ float tile[128];
  __shared__ bool last;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? x[i] : 0.0f;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) tile[t] += tile[t + half];
  }
  if (t == 0) {
    part[blockIdx.x] = tile[0];
    __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || t > 0) return;
  __threadfence();
  float all = 0.0f;
  for (int block = 0; block < gridDim.x; ++block) all += part[block];
  sum[0] = all;
}
