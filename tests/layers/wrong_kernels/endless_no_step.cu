// like: saxpy naive n=100
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int l = i;
  float sum = 0.0f;
  while (l < n) {
    sum += x[i];  //! endless
    out[i] = sum;
  }
  if (i < n) out[i] = a * sum + y[i];
}
