// like: reduce sequential n=200
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) atomicAdd(&out[blockIdx.x], in[i]);  //! uninitialised
}
