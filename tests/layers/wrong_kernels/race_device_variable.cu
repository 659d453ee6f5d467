// like: reduce sequential n=1000
__device__ float total;
__global__ void k(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.x % 32 == 0) total += in[i];  //! race
  if (threadIdx.x == 0) out[blockIdx.x] = 0;
}
