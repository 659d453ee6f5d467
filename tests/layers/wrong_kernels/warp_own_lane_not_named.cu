// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float value = i < n ? in[i] : 0.0f;
  value += __shfl_xor_sync(0x0000ffffu, value, 1, 32);  //! warp function
  if (t == 0) out[blockIdx.x] = value;
}
