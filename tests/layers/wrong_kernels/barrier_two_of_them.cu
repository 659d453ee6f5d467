// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float value = in[0];
  if (t < 128) {
    value += 1.0f;
    __syncthreads();  //! barrier
  } else {
    value += 2.0f;
    __syncthreads();  //! barrier
  }
  if (t == 0) out[blockIdx.x] = value;
}
