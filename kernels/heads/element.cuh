// Rows with heads side by side become heads with rows below each other, or go to their rows of a cache.
//
//   x is [rows, heads, dim], out is [heads, capacity, dim]: row r of each head becomes row positions[r], or row r where
//   positions is nullptr. Rows of out that none goes to stay as they are. With a second x out has twice as many heads,
//   and those of the second come behind. fp32, any sizes from 1, positions below capacity.
//   Launch: block 256, or fewer for few; grid (ceil(rows · heads · dim / block), 1, or 2 where there is a second x).
//
// Attention reads all rows of one head: so they lie together, and a cache grows by rows at its end. Keys and values go
// there together, as one launch costs half of two.

__global__ void heads_split(const float* x, const float* second, const int* positions, float* out, int rows, int heads,
                            int dim, int capacity) {
  letKernelAfterBegin();
  waitForKernelBefore();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = i / (heads * dim), head = i / dim % heads, d = i % dim;
  if (row >= rows) return;
  const int to = positions ? positions[row] : row;
  const float* from = blockIdx.y == 0 ? x : second;
  out[((size_t(blockIdx.y) * heads + head) * capacity + to) * dim + d] = from[i];
}

// The way back: x is [heads, rows, dim], out is [rows, heads, dim]: what attention found, as the next layer wants it.
__global__ void heads_join(const float* __restrict__ x, float* __restrict__ out, int rows, int heads, int dim) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = i / (heads * dim), head = i / dim % heads, d = i % dim;
  if (row < rows) out[i] = x[(size_t(head) * rows + row) * dim + d];
}
