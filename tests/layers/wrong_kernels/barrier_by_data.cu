// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const float value = i < n ? in[i] : 0.0f;
  if (value > 0.5f) __syncthreads();  //! barrier
  if (t == 0) out[blockIdx.x] = value;
}
