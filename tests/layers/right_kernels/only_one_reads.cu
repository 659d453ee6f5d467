// Thread 0 alone writes and reads a shared number, within a loop of all.
// strata: n = 320 step 64
// in  float x[n] = random
// out float y[n / 64]
// sums<<<n / 64, 64>>>(y, x, 64)
// expect y[i] = sum(k < 64, 2 * x[64 * i + k])

__global__ void sums(float* y, const float* x, int count) {
  __shared__ float factor;
  if (threadIdx.x == 0) factor = 2.0f;
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    if (threadIdx.x == 0) sum += factor * x[blockIdx.x * 64 + k];
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
