// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int votes = 0;
  if (t % 2 == 0) {
    votes = __any_sync(0xffffffffu, i < n);  //! warp function
  } else {
    votes = 2;
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = votes + in[0];
}
