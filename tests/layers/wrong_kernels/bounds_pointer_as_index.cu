// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* end = x + n;
  if (i < n) out[i] = a * *(end + i) + y[i];  //! out of bounds
}
