// Dynamic shared memory, first as floats, then as bytes.
// strata: n = 640 step 64
// in  float x[n] = random
// out int y[n]
// places<<<n / 64, 64, 64 * 4>>>(y, x)
// expect y[i] = x[i] > 0 ? i % 64 : 0

extern __shared__ char memory[];

__global__ void places(int* y, const float* x) {
  float* values = reinterpret_cast<float*>(memory);
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  values[t] = x[i];
  __syncthreads();
  const bool positive = values[63 - t] > 0;
  __syncthreads();
  signed char* flags = reinterpret_cast<signed char*>(memory);
  flags[63 - t] = positive;
  __syncthreads();
  y[i] = flags[t] ? t : 0;
}
