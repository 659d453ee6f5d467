// Only one half of each pair is ever written, and only that one is read.
// strata: n = 640 step 64
// in  float x[n] = random
// out float y[n]
// halves<<<n / 64, 64>>>(y, x)
// expect y[i] = x[i]

struct Pair {
  float a, b;
};

__global__ void halves(float* y, const float* x) {
  __shared__ Pair pairs[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t % 2 == 0)
    pairs[t].a = x[i];
  else
    pairs[t].b = x[i];
  __syncthreads();
  const Pair* mine = &pairs[t];
  float value;
  if (t % 2 == 0)
    value = mine->a;
  else
    value = mine->b;
  y[i] = value;
}
