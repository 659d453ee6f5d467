// strata: n = 48
// m = 37
// steps = 3
// inout int now[n][m] = random(0, 2)
// inout int next[n][m] = zeros
// repeat t < steps
//   life<<<dim3((m + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(next, now, n, m)
//   life<<<dim3((m + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(now, next, n, m)
// end
// expect none

__global__ void life(int* next, const int* now, int n, int m) {
  __shared__ signed char tile[10][18];
  const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 8 - 1;
  for (int y = threadIdx.y; y < 10; y += 8)
    for (int x = threadIdx.x; x < 18; x += 16) {
      const int row = top + y, column = left + x;
      tile[y][x] = row >= 0 && row < n && column >= 0 && column < m ? now[row * m + column] : 0;
    }
  __syncthreads();
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= m || y >= n) return;
  int around = -tile[threadIdx.y + 1][threadIdx.x + 1];
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) around += tile[threadIdx.y + dy][threadIdx.x + dx];
  next[y * m + x] = around == 3 || (around == 2 && now[y * m + x]);
}
