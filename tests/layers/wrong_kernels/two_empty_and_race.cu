// like: saxpy naive n=1024
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += x[i];                        //! uninitialised
  tile[threadIdx.x] = y[i];              //! race
  out[i] = a * tile[255 - threadIdx.x];  //! race
}
