// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = a * x[i];
  value += __shfl_down_sync(0xffffffffu, value, 8, 32);  //! warp function
  out[i] = value + y[i];
}
