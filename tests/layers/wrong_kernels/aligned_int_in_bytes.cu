// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const char* bytes = reinterpret_cast<const char*>(x);
  const int word = *reinterpret_cast<const int*>(bytes + i);  //! misaligned
  out[i] = a * word + y[i];
}
