// like: saxpy naive n=100
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int l = 0; l < n;) {
    sum += x[l];  //! endless
  }
  out[i] = a * sum + y[i];
}
