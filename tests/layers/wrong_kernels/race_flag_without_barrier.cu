// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ int wanted;
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t == 0) wanted = 3;                          //! race lockstep
  const float value = wanted == 3 ? in[0] : 1.0f;  //! race lockstep
  if (t == 64) out[blockIdx.x] = value;
}
