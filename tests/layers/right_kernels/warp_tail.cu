// The last warp has fewer lanes than a whole one, and the mask says so.
// strata: n = 1000
// in  float x[n] = random
// out float y[n]
// shift<<<(n + 95) / 96, 96>>>(y, x, n)
// expect y[i] = x[i] + (i % 96 % 32 == 31 ? 0 : x[i + 1])

__global__ void shift(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int here = __ballot_sync(0xffffffff, i < n);
  if (i >= n) return;
  const float next = __shfl_down_sync(here, x[i], 1);
  const int lane = threadIdx.x % 32;
  y[i] = x[i] + (lane < 31 && i + 1 < n ? next : 0.0f);
}
