// Elements of two kinds take two paths; the first half of a block takes the first kind, the second half the second.
//
//   Kinds take turns of `run` elements. Of the first kind: value = scale · value + shift, of the second: value = shift
//   − scale · value, `iterations` times. in and out have n elements; fp32, n and iterations from 1; 2 · run divides the
//   block.
//   Launch: block 256, grid ceil(n / 256).
//
// The idea added: threads are dealt out by kind, so the branch runs between warps and no warp walks both paths, for
// warps of 32 and of 64 lanes. It is the same arithmetic in half the steps. The price: neighbouring threads no longer
// have neighbouring elements, and with short runs a warp fetches twice as many sectors; two loads against hundreds of
// multiply-adds.

__global__ void divergence_warps(const float* __restrict__ in, float* __restrict__ out, int n, int run, int iterations,
                                 float scale, float shift) {
  const int thread = threadIdx.x, half = blockDim.x / 2;
  const bool second = thread >= half;
  const int k = second ? thread - half : thread;                         // which of its kind in this block
  const int place = k / run * (2 * run) + k % run + (second ? run : 0);  // where that lies in the block
  const int i = blockIdx.x * blockDim.x + place;
  if (i >= n) return;

  float value = in[i];
  if (second) {
    for (int step = 0; step < iterations; ++step) value = shift - scale * value;
  } else {
    for (int step = 0; step < iterations; ++step) value = scale * value + shift;
  }
  out[i] = value;
}
