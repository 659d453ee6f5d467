// like: saxpy naive n=256
__global__ void k(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = x[i] + y[i];
  __syncthreads();
  const float next = out[(i + 32) % n];  //! race
  out[i] = a * next;                     //! race
}
