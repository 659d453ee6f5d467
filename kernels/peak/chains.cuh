// out[i] = in[i], sent `iterations` times through value = scale · value + shift: one thread, kChains values.
//
//   in and out have n elements; fp32, n and iterations from 1.
//   Launch: block kBlock, grid ceil(n / (kBlock · kChains)).
//
// The idea added: independent work in one thread. The chains do not wait for each other, so while one multiply-add is
// on its way the next ones start. A few chains fill the pipeline of a GPU; a CPU makes vectors of them and wants as
// many vectors as its multiply-add units have on their way.

template <int kBlock, int kChains>
__global__ void __launch_bounds__(kBlock) peak_chains(const float* __restrict__ in, float* __restrict__ out, int n,
                                                      int iterations, float scale, float shift) {
  const int first = blockIdx.x * (kBlock * kChains) + threadIdx.x;

  float values[kChains];
  for (int j = 0; j < kChains; ++j) values[j] = first + j * kBlock < n ? in[first + j * kBlock] : 0.0f;
  for (int k = 0; k < iterations; ++k) {
    for (int j = 0; j < kChains; ++j) values[j] = scale * values[j] + shift;
  }
  for (int j = 0; j < kChains; ++j) {
    if (first + j * kBlock < n) out[first + j * kBlock] = values[j];
  }
}
