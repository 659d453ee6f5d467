// like: reduce sequential n=1000
__device__ float table[8];
__global__ void k(const float* in, float* out, int n) {
  __shared__ float mine[256];
  const int t = threadIdx.x;
  mine[t] = table[t % 9];  //! out of bounds
  if (t == 0) out[blockIdx.x] = mine[0] + in[0];
}
