// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ volatile float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;
  for (int half = 128; half >= 32; half /= 2) {
    __syncthreads();
    if (t < half) tile[t] = tile[t] + tile[t + half];
  }
  __syncthreads();
  if (t < 32) {
    for (int half = 16; half > 0; half /= 2) tile[t] = tile[t] + tile[t + half];  //! lockstep
    if (t == 0) out[blockIdx.x] = tile[0];
  }
}
