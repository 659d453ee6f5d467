// A tensor as a picture: one thread makes one pixel.
//
//   in is rows × cols, fp32, row-major, any sizes from 1. picture has `height` lines of `pitch` pixels, of which the
//   first `width` show the tensor, each the element its centre lies on; those beyond are 0. A pixel is four bytes: red,
//   green, blue, alpha. colours has 256, and value · scale + offset says which; what lies below or above them takes the
//   first or the last, NaN the first. Where stamp is not 0, it is the first pixel of each 4096 bytes: two frames in one
//   picture show.
//   Launch: block (32, 8), grid (ceil(pitch / 32), ceil(height / 8)).
//
// The multiply-add is written as fmaf, which rounds once, so every device chooses the same colour.

__global__ void colourmap_pixel(const float* __restrict__ in, const unsigned* __restrict__ colours,
                                unsigned* __restrict__ picture, int rows, int cols, int height, int width, int pitch,
                                float scale, float offset, int alpha) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= pitch || y >= height) return;

  unsigned pixel = 0;
  if (x < width) {
    const int row = (2 * y + 1) * rows / (2 * height), col = (2 * x + 1) * cols / (2 * width);
    const float place = fmaf(in[size_t(row) * cols + col], scale, offset);
    pixel = (colours[int(fminf(fmaxf(place, 0.0f), 255.0f))] & 0xFFFFFFu) | unsigned(alpha) << 24;
  }
  picture[size_t(y) * pitch + x] = pixel;
}
