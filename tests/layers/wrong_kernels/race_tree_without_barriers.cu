// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = 128; half >= 32; half /= 2)
    if (t < half) tile[t] += tile[t + half];  //! race
  __syncthreads();
  float sum = 0.0f;
  for (int l = 0; l < 32; ++l) sum += tile[l];
  if (t == 0) out[blockIdx.x] = sum;
}
