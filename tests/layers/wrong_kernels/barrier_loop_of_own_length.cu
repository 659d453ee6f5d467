// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  for (int l = t; l < 300; l += 256) {
    sum += in[0];
    __syncthreads();  //! barrier
  }
  if (t == 0) out[blockIdx.x] = sum;
}
