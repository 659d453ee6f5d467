// Rows with heads side by side become heads with rows below each other, or go to their rows of a cache, and back; one
// thread takes a whole row.
//
//   Shapes as in element.cuh. Launch: block (1), grid (rows), and a second row of blocks for a second x.
//
// The idea added: one division of the position for a row and none for an element; the elements of a head are copied as
// a processor likes it, a register at a time. On a GPU too few threads move too much each.

__device__ inline void headsCopy(float* __restrict__ to, const float* __restrict__ from, int count) {
  for (int i = 0; i < count; ++i) to[i] = from[i];
}

__global__ void heads_split_row(const float* __restrict__ x, const float* __restrict__ second,
                                const int* __restrict__ positions, float* __restrict__ out, int rows, int heads,
                                int dim, int capacity) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int to = positions ? positions[row] : row;
  const float* from = (blockIdx.y == 0 ? x : second) + size_t(row) * heads * dim;
  out += size_t(blockIdx.y) * heads * capacity * dim;
  for (int head = 0; head < heads; ++head)
    headsCopy(out + (size_t(head) * capacity + to) * dim, from + size_t(head) * dim, dim);
}

__global__ void heads_join_row(const float* __restrict__ x, float* __restrict__ out, int rows, int heads, int dim) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int head = 0; head < heads; ++head)
    headsCopy(out + (size_t(row) * heads + head) * dim, x + (size_t(head) * rows + row) * dim, dim);
}
