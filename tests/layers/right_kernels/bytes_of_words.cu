// Each thread writes a byte of its own; four make an element.
// strata: n = 300
// out int y[n]
// pack<<<(4 * n + 127) / 128, 128>>>(y, n)
// expect y[i] = 1 + 2 * 256 + 3 * 65536 + 4 * 16777216

__global__ void pack(int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 4 * n) reinterpret_cast<unsigned char*>(y)[i] = 1 + i % 4;
}
