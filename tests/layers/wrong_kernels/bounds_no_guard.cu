// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a * x[i] + y[i];  //! out of bounds
}
