// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i < n ? in[i] : 0.0f;   //! lockstep
  const float other = tile[t ^ 1];  //! lockstep
  if (t == 0) out[blockIdx.x] = other;
}
