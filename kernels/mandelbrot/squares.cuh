// The Mandelbrot set: how often z = z² + c, from 0 on, is computed before |z| exceeds 2; a warp takes a square.
//
//   Pixel (row, col) is c = (left + col · step) + (top − row · step) · i. out is rows × cols, fp32, row-major: counts
//   up to `iterations`, which points of the set get.
//   Launch: block (256), grid (ceil(cols / 32), ceil(rows / 8)).
//
// The idea added: a warp's 32 pixels are 8 × 4 (a wave's 64 are 8 × 8) instead of one long row. They lie closer to each
// other, so their counts differ less, and fewer lanes wait for the last. Four runs of eight floats are four whole
// sectors, as one run of 32 is.

__global__ void mandelbrot_squares(float* __restrict__ out, int rows, int cols, int iterations, float left, float top,
                                   float step) {
  const int thread = threadIdx.x;
  const int col = blockIdx.x * 32 + thread / 64 * 8 + thread % 8, row = blockIdx.y * 8 + thread / 8 % 8;
  if (row >= rows || col >= cols) return;

  const float cx = fmaf(float(col), step, left), cy = fmaf(float(-row), step, top);
  float x = 0, y = 0;
  int count = 0;
  while ((count < iterations) & (fmaf(x, x, y * y) <= 4)) {
    const float next = fmaf(x, x, fmaf(-y, y, cx));
    y = fmaf(x + x, y, cy);
    x = next;
    ++count;
  }
  out[size_t(row) * cols + col] = float(count);
}
