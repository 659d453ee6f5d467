// Only one half of each pair is ever written, and only that one is read.
// strata: n = 640 step 64
// in  int x[n] = random(0, 9)
// out int y[n]
// halves<<<n / 64, 64>>>(y, x)
// expect y[i] = x[i]

struct Pair {
  int a, b;
};

__global__ void halves(int* y, const int* x) {
  __shared__ Pair pairs[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t % 2 == 0)
    pairs[t].a = x[i];
  else
    pairs[t].b = x[i];
  __syncthreads();
  const Pair* mine = &pairs[t];
  int value;
  if (t % 2 == 0)
    value = mine->a;
  else
    value = mine->b;
  y[i] = value;
}
