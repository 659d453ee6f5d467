// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float sums[32];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float value = i < n ? in[i] : 0.0f;
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d, 32);
  if (t % 32 == 0) sums[t / 32] = value;
  __syncthreads();
  if (t >= 32) return;
  value = sums[t];  //! uninitialised
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d, 32);
  if (t == 0) out[blockIdx.x] = value;
}
