// Convolution, the plain way: one thread computes one element of the output.
//
//   X is n × c × h × w, W is k × c/groups × r × s, bias has k elements or is null, Y is n × k × p × q; fp32, row-major,
//   any sizes. p = (h + 2 · pad − dilation · (r − 1) − 1) / stride + 1, and q alike. The padding is zeros nobody
//   stores. Launch: block 256, grid ceil(n · k · p · q / 256).
//
// Neighbouring threads compute neighbours in a row of Y, so at stride 1 their loads of X are neighbours too and the GPU
// serves them together. What is left to gain: every element of X is read by up to r · s threads of each of k / groups
// filters, each time from global memory, and every weight is read for every element of Y.

__global__ void conv2d_direct(const float* __restrict__ X, const float* __restrict__ W, const float* __restrict__ bias,
                              float* __restrict__ Y, int n, int c, int h, int w, int k, int r, int s, int p, int q,
                              int stride, int pad, int dilation, int groups) {
  const size_t index = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index >= size_t(n) * k * p * q) return;  // the grid is rounded up to whole blocks
  const int column = index % q;
  const int row = index / q % p;
  const int filter = index / (size_t(p) * q) % k;
  const int image = index / (size_t(p) * q * k);

  const int depth = c / groups;                     // channels that a filter sees
  const int first = filter / (k / groups) * depth;  // the first of them
  const int top = row * stride - pad, left = column * stride - pad;

  float sum = bias ? bias[filter] : 0.0f;
  for (int channel = 0; channel < depth; ++channel) {
    const float* plane = X + (size_t(image) * c + first + channel) * h * w;
    const float* taps = W + (size_t(filter) * depth + channel) * r * s;
    for (int i = 0; i < r; ++i) {
      const int y = top + i * dilation;
      if (y < 0 || y >= h) continue;
      for (int j = 0; j < s; ++j) {
        const int x = left + j * dilation;
        if (x >= 0 && x < w) sum += plane[size_t(y) * w + x] * taps[i * s + j];
      }
    }
  }
  Y[index] = sum;
}
