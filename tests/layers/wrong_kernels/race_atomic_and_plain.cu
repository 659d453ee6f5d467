// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ int count;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);    //! race lockstep
  const int seen = count;  //! race lockstep
  if (t == 0) out[blockIdx.x] = seen + in[0];
}
