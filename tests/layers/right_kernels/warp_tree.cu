// strata: n = 992 step 32
// in  float x[n] = random(0, 1)
// out float y[n / 32]
// tree<<<n / 32, 32>>>(y, x)
// expect y[i] = sum(k < 32, x[32 * i + k])

__global__ void tree(float* y, const float* x) {
  __shared__ float v[32];
  const int t = threadIdx.x;
  v[t] = x[blockIdx.x * 32 + t];
  for (int half = 16; half > 0; half /= 2) {
    __syncwarp();
    const float other = t < half ? v[t + half] : 0.0f;
    __syncwarp();
    v[t] += other;
  }
  if (t == 0) y[blockIdx.x] = v[0];
}
