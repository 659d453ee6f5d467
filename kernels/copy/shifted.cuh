// out[i] = in[i + offset]: one thread moves one element, from a little further on.
//
//   in has n + offset elements, out has n; fp32, n from 1, offset from 0.
//   Launch: block 256, grid ceil(n / 256).
//
// Memory is fetched in sectors of 32 bytes, eight floats. The 128 bytes that a warp asks for fill four of them only
// where they begin at a sector's edge; from one element further on they reach into a fifth. What is too much of it
// belongs to the next warp, which asks for that sector again. Compare offsets 0, 1, 7 and 8.

__global__ void copy_shifted(const float* __restrict__ in, float* __restrict__ out, int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}
