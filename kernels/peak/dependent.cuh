// out[i] = in[i], sent `iterations` times through value = scale · value + shift: one thread, one value.
//
//   in and out have n elements; fp32, n and iterations from 1.
//   Launch: block 256, grid ceil(n / 256).
//
// Memory is touched twice and then there is only arithmetic. Each multiply-add needs the result of the one before,
// which takes some four cycles: a thread leaves its processor idle most of the time. A GPU fills the gaps with other
// warps, if there are enough of them; a CPU core runs one thread and cannot.

__global__ void peak_dependent(const float* __restrict__ in, float* __restrict__ out, int n, int iterations,
                               float scale, float shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  float value = in[i];
  for (int k = 0; k < iterations; ++k) value = scale * value + shift;
  out[i] = value;
}
