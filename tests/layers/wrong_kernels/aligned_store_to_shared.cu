// like: reduce sequential n=999
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[260];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 32) *reinterpret_cast<float4*>(tile + n % 2 + 4 * t) = make_float4(0.0f, 0.0f, 0.0f, 0.0f);  //! misaligned
  __syncthreads();
  if (t == 0) out[blockIdx.x] = tile[1] + in[0];
}
