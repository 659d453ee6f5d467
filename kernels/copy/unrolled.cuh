// out[i] = in[i]: one thread moves several float4, and asks for all of them before it waits for one.
//
//   in and out have n elements; fp32, n from 1; both aligned to 16 bytes.
//   Launch: block 256, grid max(1, ceil(n / 4 / (256 · kLoads))).
//
// The idea added: loads in flight. Memory answers after hundreds of cycles; to keep it busy, bandwidth times latency
// must be on the way at any time. Each thread starts kLoads loads that do not depend on each other, and only then
// stores. A block's loads lie side by side: the next one of a thread is a whole block further.

template <int kLoads>
__global__ void copy_unrolled(const float* __restrict__ in, float* __restrict__ out, int n) {
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  const int groups = n / 4, step = blockDim.x;
  const int first = blockIdx.x * step * kLoads + threadIdx.x;

  if (first + (kLoads - 1) * step < groups) {
    float4 values[kLoads];
    for (int j = 0; j < kLoads; ++j) values[j] = from[first + j * step];
    for (int j = 0; j < kLoads; ++j) to[first + j * step] = values[j];
  } else {
    for (int i = first; i < groups; i += step) to[i] = from[i];  // the last block ends where the groups end
  }

  const int last = 4 * groups + blockIdx.x * step + threadIdx.x;
  if (last < n) out[last] = in[last];  // the elements after the last group
}
