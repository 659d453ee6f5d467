// like: saxpy naive n=256
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = a * x[i];       //! lockstep
  if (out[i ^ 4] > 1e30f)  //! lockstep
    out[i] = y[i];
}
