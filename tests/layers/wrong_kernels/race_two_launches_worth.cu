// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  for (int l = i; l < n; l += step) out[l] = a * x[l];          //! race
  for (int l = i; l < n - 300; l += step) out[l + 300] = y[l];  //! race
}
