// like: reduce sequential n=100
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = i < n ? in[i] : 0.0f;
  for (int s = 16; s >= 0; s /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, s);  //! endless
  }
  if (t == 0) out[blockIdx.x] = sum;
}
