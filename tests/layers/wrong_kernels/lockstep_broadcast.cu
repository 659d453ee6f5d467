// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float first[8];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t % 32 == 0) first[t / 32] = i < n ? in[i] : 0.0f;  //! lockstep
  const float value = first[t / 32];                      //! lockstep
  if (t == 255) out[blockIdx.x] = value;
}
