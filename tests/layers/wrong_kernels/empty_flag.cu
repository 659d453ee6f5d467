// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ int first;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t == 0 && in[0] < -1.0f) first = i;
  __syncthreads();
  if (t == 0) out[blockIdx.x] = first;  //! uninitialised
}
