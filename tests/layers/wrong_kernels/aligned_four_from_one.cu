// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i + 4 >= n) return;
  const float4 v = *reinterpret_cast<const float4*>(x + 1 + 4 * i);  //! misaligned
  out[i] = a * v.x + y[i];
}
