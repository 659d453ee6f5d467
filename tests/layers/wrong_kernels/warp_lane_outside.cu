// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float value = i < n ? in[i] : 0.0f;
  if (t % 32 < 8) value = __shfl_sync(0x000000ffu, value, 20, 32);  //! warp function
  if (t == 0) out[blockIdx.x] = value;
}
