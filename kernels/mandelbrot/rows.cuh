// The Mandelbrot set: how often z = z² + c, from 0 on, is computed before |z| exceeds 2; one thread takes one pixel.
//
//   Pixel (row, col) is c = (left + col · step) + (top − row · step) · i. out is rows × cols, fp32, row-major: counts
//   up to `iterations`, which points of the set get.
//   Launch: block (256), grid (ceil(cols / 256), rows).
//
// The lanes of a warp lie side by side in a row. A warp iterates until its last lane is done, and lanes that are done
// wait: near the set's border, neighbours differ by hundreds of iterations.
//
// Products are added by fmaf, which rounds once, so no compiler chooses where to round and every device counts the
// same. & in place of && makes one branch of the two questions.

__global__ void mandelbrot_rows(float* __restrict__ out, int rows, int cols, int iterations, float left, float top,
                                float step) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
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
