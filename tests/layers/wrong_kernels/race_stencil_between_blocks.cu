// like: saxpy naive n=1024
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = a * x[i];  //! race
  __syncthreads();
  if (threadIdx.x == 0 && i > 0) {
    const float left = out[i - 1];  //! race
    if (left > 1e30f) out[i] = y[i];
  }
}
