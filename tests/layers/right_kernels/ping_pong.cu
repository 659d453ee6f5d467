// Two tiles take turns, so one barrier a step is enough.
// strata: n = 640 step 128
// in  float x[n] = random
// out float y[n]
// scan<<<n / 128, 128>>>(y, x)
// expect y[i] = sum(k < i % 128 + 1, x[i - k])

__global__ void scan(float* y, const float* x) {
  __shared__ float tile[2][128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  int now = 0;
  tile[now][t] = x[i];
  for (int by = 1; by < 128; by *= 2) {
    __syncthreads();
    tile[1 - now][t] = tile[now][t] + (t >= by ? tile[now][t - by] : 0.0f);
    now = 1 - now;
  }
  y[i] = tile[now][t];
}
