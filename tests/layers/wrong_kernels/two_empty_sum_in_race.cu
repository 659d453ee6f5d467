// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n && t % 32 == 0) out[blockIdx.x] += in[i];  //! race uninitialised
}
