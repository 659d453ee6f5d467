// like: reduce sequential n=100
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int s = 128; s >= 0; s /= 2) {
    if (t < s) tile[t] += tile[t + s];
    __syncthreads();  //! endless
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
