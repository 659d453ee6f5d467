// out[i] = in[stride · i]: every stride-th element, one a thread.
//
//   in has n · stride elements, out has n; fp32, n from 1, stride from 1.
//   Launch: block 256, grid ceil(n / 256).
//
// Memory is fetched in sectors of 32 bytes, eight floats. The 32 threads of a warp ask together: with stride 1 for four
// whole sectors, with stride 2 for eight of which they use half, and from stride 8 on for a sector each, seven eighths
// of it fetched for nothing. Compare the time of strides 1, 2, 4, 8: the bytes asked for are the same.

__global__ void copy_strided(const float* __restrict__ in, float* __restrict__ out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[size_t(i) * stride];
}
