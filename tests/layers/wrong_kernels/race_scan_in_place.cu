// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;
  for (int d = 32; d < 256; d *= 2) {
    __syncthreads();
    if (t >= d) tile[t] += tile[t - d];  //! race
  }
  __syncthreads();
  if (t == 255) out[blockIdx.x] = tile[t];
}
