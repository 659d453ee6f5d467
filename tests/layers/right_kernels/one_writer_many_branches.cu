// Shared numbers that most threads never look at: they stand behind conditions of all kinds.
// strata: n = 320 step 64
// in  float x[n] = random
// out float y[n]
// pick<<<n / 64, 64>>>(y, x)
// expect y[i] = i % 64 == 0 ? 3 * x[i] : x[i]

__global__ void pick(float* y, const float* x) {
  __shared__ float factor;
  __shared__ int ready;
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0) {
    factor = 3.0f;
    ready = 1;
  }
  float value = t == 0 ? factor : 1.0f;
  if (t == 0 && ready == 1) value = factor;
  value = t != 0 || ready == 0 ? 1.0f : value;
  y[i] = value * x[i];
}
