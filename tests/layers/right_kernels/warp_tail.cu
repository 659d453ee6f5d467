// The last warp has fewer lanes than a whole one, and the mask says so.
// strata: n = 1000
// in  float x[n] = random
// out float y[n]
// shift<<<(n + 95) / 96, 96>>>(y, x, n)
// expect y[i] = x[i] + (i % 96 % 32 == 31 || i == n - 1 ? x[i] : x[i + 1])

__global__ void shift(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned int here = __ballot_sync(0xffffffff, i < n);
  if (i >= n) return;
  const int last = 31 - __clz(here);
  y[i] = x[i] + __shfl_sync(here, x[i], lane < last ? lane + 1 : last);
}
