// like: reduce sequential n=1000
__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 128) tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  const float value = tile[255 - t];  //! uninitialised
  if (t == 0) out[blockIdx.x] = value;
}
