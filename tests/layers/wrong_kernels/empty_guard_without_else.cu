// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) tile[t] = in[i];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) {
      const float other = tile[t + half];  //! uninitialised
      tile[t] += other;                    //! uninitialised
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
