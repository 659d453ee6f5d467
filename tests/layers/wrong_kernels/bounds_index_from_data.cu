// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int at = static_cast<int>(2.0f * n + x[i]);
  out[i] = a * y[at];  //! out of bounds
}
