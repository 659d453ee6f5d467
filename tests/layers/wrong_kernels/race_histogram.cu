// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ int counts[8];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 8) counts[t] = 0;
  __syncthreads();
  if (t % 32 == 0) counts[t / 64]++;  //! race
  __syncthreads();
  if (t == 0) out[blockIdx.x] = counts[0] + in[0];
}
