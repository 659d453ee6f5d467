// like: transpose tiled rows=70 cols=50
__global__ void k(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int l = y; l < 32; l += 8) tile[l][x] = 1.0f;
  __syncthreads();
  float sum = 0.0f;
  for (int l = 0; l < 33; ++l) sum += tile[x][l];  //! uninitialised
  const int at = (blockIdx.y * 8 + y) * rows + blockIdx.x * 32 + x;
  if (at < rows * cols)
    if (x == 0 && y == 0 && blockIdx.x + blockIdx.y == 0) out[0] = sum + in[0] * 0.0f;
}
