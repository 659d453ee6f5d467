// Operations on elements of their own: one thread computes one element (of rope: one pair).
//
//   All tensors are fp32 and row-major, indices int32; any sizes from 1.
//   Launch: block 256, or fewer for few; grid ceil(threads / block), threads = elements of out, for rope half of them.
//
// Neighbouring threads touch neighbouring elements, so whole sectors are used. A handful of FLOP for eight bytes or
// more: memory sets the time, and the best such an operation can do is to be part of the kernel before it.

#include "kernels/elementwise/formulas.cuh"

// out[i] = Op(x[i]) for n elements.
template <class Op>
__global__ void elementwise_unary_scalar(const float* __restrict__ x, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Op()(x[i]);
}

// out[i] = Op(a[i], b[i]) for n elements.
template <class Op>
__global__ void elementwise_binary_scalar(const float* __restrict__ a, const float* __restrict__ b,
                                          float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Op()(a[i], b[i]);
}

// Turns each pair of a row by its angle; row r is at positions[r], or at position + r where that is nullptr. headDim is
// even and divides cols. A pair is elements 2i and 2i + 1 of a head, or i and i + headDim / 2 where kHalves.
template <bool kHalves>
__global__ void elementwise_rope_scalar(const float* x, const int* positions, float* out, int rows, int cols,
                                        int headDim, int position, float base) {
  letKernelAfterBegin();
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int half = headDim / 2, row = thread / (cols / 2), pair = thread % (cols / 2);
  if (row >= rows) return;

  const int head = pair / half, i = pair % half;
  const float speed = ropeSpeed(i, headDim, base);
  waitForKernelBefore();
  const int at = positions ? positions[row] : position + row;
  const int first = row * cols + head * headDim + (kHalves ? i : 2 * i);
  const int second = first + (kHalves ? half : 1);
  const float angle = at * speed, c = cosf(angle), s = sinf(angle), a = x[first], b = x[second];
  out[first] = a * c - b * s;
  out[second] = b * c + a * s;
}

// out[row] = x[row] + bias[row]: rows of cols elements, a number for each row.
__global__ void elementwise_rows_scalar(const float* __restrict__ x, const float* __restrict__ bias,
                                        float* __restrict__ out, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / cols;
  if (row < rows) out[i] = x[i] + bias[row];
}

// out[row] = table[indices[row]]: rows of cols elements.
__global__ void elementwise_embedding_scalar(const int* __restrict__ indices, const float* __restrict__ table,
                                             float* __restrict__ out, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = i / cols, col = i % cols;
  if (row < rows) out[i] = table[size_t(indices[row]) * cols + col];
}
