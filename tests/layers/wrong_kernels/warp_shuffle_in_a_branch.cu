// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float value = i < n ? in[i] : 0.0f;
  if (t % 32 < 16) value += __shfl_down_sync(0xffffffffu, value, 8, 32);  //! warp function
  tile[t] = value;
  __syncthreads();
  if (t == 0) out[blockIdx.x] = tile[0];
}
