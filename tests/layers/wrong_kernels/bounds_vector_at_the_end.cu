// like: saxpy naive n=998
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  const float4 v = reinterpret_cast<const float4*>(x)[i];  //! out of bounds
  out[4 * i] = a * v.x + y[4 * i];
}
