// like: reduce sequential n=100
__global__ void k(const float* in, float* out, int n) {
  __shared__ volatile int ready;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t == 0) ready = 0;  //! race
  if (t == 0)
    while (ready == 0) {  //! endless
    }
  if (t == 32) ready = 1;  //! race
  if (t == 0) out[blockIdx.x] = in[0];
}
