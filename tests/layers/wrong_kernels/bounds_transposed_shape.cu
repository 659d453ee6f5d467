// like: transpose tiled rows=70 cols=50
__global__ void k(const float* in, float* out, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int row = blockIdx.y * 32 + threadIdx.y; row < rows && row < blockIdx.y * 32 + 32; row += 8) {
    if (col < cols) {
      const float value = in[row * cols + col];
      out[col * rows + row + 32] = value;  //! out of bounds
    }
  }
}
