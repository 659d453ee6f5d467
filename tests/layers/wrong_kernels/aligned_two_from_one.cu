// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n) return;
  const float2 v = *reinterpret_cast<const float2*>(x + i);  //! misaligned
  out[i] = a * v.x + v.y + y[i];
}
