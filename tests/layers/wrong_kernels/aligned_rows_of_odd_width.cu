// like: transpose tiled rows=70 cols=50
__global__ void k(const float* in, float* out, int rows, int cols) {
  const int col = 4 * threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row >= rows || col + 4 > cols || blockIdx.x > 0) return;
  const float4 v = *reinterpret_cast<const float4*>(in + row * cols + col);  //! misaligned
  out[col * rows + row] = v.x;
}
