// The Mandelbrot set: how often z = z² + c, from 0 on, is computed before |z| exceeds 2; orbits that repeat end early.
//
//   Pixel (row, col) is c = (left + col · step) + (top − row · step) · i. out is rows × cols, fp32, row-major: counts
//   up to `iterations`, which points of the set get.
//   Launch: block (256), grid (ceil(cols / 32), ceil(rows / 8)).
//
// The idea added: most iterations are spent on points that never leave. There are finitely many numbers, so such an
// orbit comes back to where it was before, to the last bit, and from then on it repeats itself for ever. Each z is
// compared with the one at the last power of two; if they are equal, the count is known. The counts stay the same.

__global__ void mandelbrot_cycles(float* __restrict__ out, int rows, int cols, int iterations, float left, float top,
                                  float step) {
  const int thread = threadIdx.x;
  const int col = blockIdx.x * 32 + thread / 64 * 8 + thread % 8, row = blockIdx.y * 8 + thread / 8 % 8;
  if (row >= rows || col >= cols) return;

  const float cx = fmaf(float(col), step, left), cy = fmaf(float(-row), step, top);
  float x = 0, y = 0, keptX = 0, keptY = 0;
  int count = 0;
  bool repeats = false;
  while ((count < iterations) & !repeats & (fmaf(x, x, y * y) <= 4)) {
    const float next = fmaf(x, x, fmaf(-y, y, cx));
    y = fmaf(x + x, y, cy);
    x = next;
    ++count;
    repeats = (x == keptX) & (y == keptY);
    const bool keep = (count & (count - 1)) == 0;
    keptX = keep ? x : keptX;
    keptY = keep ? y : keptY;
  }
  out[size_t(row) * cols + col] = float(max(count, int(repeats) * iterations));  // what repeats never leaves
}
