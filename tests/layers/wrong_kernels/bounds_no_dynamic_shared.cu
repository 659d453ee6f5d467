// like: saxpy naive n=1000
extern __shared__ float tile[];

__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = a;  //! out of bounds
  __syncthreads();
  if (i < n) out[i] = tile[255 - threadIdx.x];
}
