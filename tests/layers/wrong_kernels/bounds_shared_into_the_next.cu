// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float first[256], second[256];
  const int t = threadIdx.x;
  first[t] = in[0];
  __syncthreads();
  second[t] = first[t + 1];  //! out of bounds
  if (t == 0) out[blockIdx.x] = second[0];
}
