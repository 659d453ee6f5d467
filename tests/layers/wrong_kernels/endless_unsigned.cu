// like: reduce sequential n=100
__global__ void k(const float* in, float* out, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  float sum = 0.0f;
  if (t == 0)
    for (unsigned l = 7; l >= 0; --l) out[blockIdx.x] = sum += in[l % 8];  //! endless
  if (t == 0) out[blockIdx.x] = sum;
}
