// like: saxpy naive n=1000
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = x[i];
  __syncthreads();  //! barrier
  out[i] = a * tile[threadIdx.x] + y[i];
}
