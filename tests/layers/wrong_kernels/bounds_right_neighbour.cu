// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = x[i];
  sum += x[i + 1];  //! out of bounds
  out[i] = a * sum + y[i];
}
