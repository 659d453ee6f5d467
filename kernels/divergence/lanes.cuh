// Elements of two kinds take two paths; thread i has element i.
//
//   Kinds take turns of `run` elements. Of the first kind: value = scale · value + shift, of the second: value = shift
//   − scale · value, `iterations` times. in and out have n elements; fp32, all sizes from 1. Launch: block 256, grid
//   ceil(n / 256).
//
// A warp executes one instruction at a time, for those of its lanes that want it. Where run is shorter than a warp,
// lanes of one warp want different paths, so the warp walks both, one after the other, with the other lanes switched
// off: the time of two paths for the work of one. With run = 32 each warp of 32 lanes is of one kind and walks one
// path; a wave of 64 still walks both.

__global__ void divergence_lanes(const float* __restrict__ in, float* __restrict__ out, int n, int run, int iterations,
                                 float scale, float shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  float value = in[i];
  if (i / run % 2 == 0) {
    for (int k = 0; k < iterations; ++k) value = scale * value + shift;
  } else {
    for (int k = 0; k < iterations; ++k) value = shift - scale * value;
  }
  out[i] = value;
}
