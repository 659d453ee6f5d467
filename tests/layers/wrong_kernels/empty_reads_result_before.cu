// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float before = out[i];  //! uninitialised
  out[i] = before > 0.0f ? a * x[i] : y[i];
}
