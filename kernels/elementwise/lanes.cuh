// Operations on elements of their own, in lanes of a processor's vector unit: one thread computes 256 elements, of rope
// eight whole rows, of embedding one.
//
//   All tensors are fp32 and row-major, indices int32; any sizes from 1; for rope headDim is even and divides cols.
//   Launch: block (1), grid (ceil(elements of out / 256)), for rope (ceil(rows / 8)), for embedding (rows).
//
// The ideas added: a register of the vector unit (kernels/compat/lanes.h) holds as many elements as there are lanes,
// exponentials included, and a thread is worth its start. Rope turns the same pair of every head by the same angle,
// once computed, and how fast a pair turns is the same for all rows. On a GPU too few threads do too much each.

#include "kernels/compat/lanes.h"
#include "kernels/elementwise/formulas.cuh"

constexpr int kLanesPiece = 256;  // elements of a thread
constexpr int kLanesRows = 8;     // of rope

/// A formula for lanes.
template <class Op>
struct InLanes;

template <>
struct InLanes<Silu> {
  __device__ Lanes operator()(Lanes x) const { return x / (lanesOf(1.0f) + lanesExp(lanesOf(0.0f) - x)); }
};

template <>
struct InLanes<Gelu> {
  __device__ Lanes operator()(Lanes x) const {
    const Lanes u = lanesOf(0.79788456f) * (x + lanesOf(0.044715f) * x * x * x);
    return x / (lanesOf(1.0f) + lanesExp(lanesOf(-2.0f) * u));
  }
};

template <>
struct InLanes<Swiglu> {
  __device__ Lanes operator()(Lanes a, Lanes b) const { return InLanes<Silu>()(a) * b; }
};

template <>
struct InLanes<Add> {
  __device__ Lanes operator()(Lanes a, Lanes b) const { return a + b; }
};

// out[i] = Op(x[i]) for n elements.
template <class Op>
__global__ void elementwise_unary_lanes(const float* __restrict__ x, float* __restrict__ out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * kLanesPiece;
  const int end = min(i + kLanesPiece, n);
  for (; i + kLanes <= end; i += kLanes) storeLanes(out + i, InLanes<Op>()(loadLanes(x + i)));
  if (i < end) storeLanes(out + i, InLanes<Op>()(loadLanes(x + i, end - i)), end - i);
}

// out[i] = Op(a[i], b[i]) for n elements.
template <class Op>
__global__ void elementwise_binary_lanes(const float* __restrict__ a, const float* __restrict__ b,
                                         float* __restrict__ out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * kLanesPiece;
  const int end = min(i + kLanesPiece, n);
  for (; i + kLanes <= end; i += kLanes) storeLanes(out + i, InLanes<Op>()(loadLanes(a + i), loadLanes(b + i)));
  if (i < end) storeLanes(out + i, InLanes<Op>()(loadLanes(a + i, end - i), loadLanes(b + i, end - i)), end - i);
}

// Turns each pair of a row by its angle; see scalar.cuh.
template <bool kHalves>
__global__ void elementwise_rope_lanes(const float* __restrict__ x, const int* __restrict__ positions,
                                       float* __restrict__ out, int rows, int cols, int headDim, int position,
                                       float base) {
  const int firstRow = (blockIdx.x * blockDim.x + threadIdx.x) * kLanesRows, half = headDim / 2;
  for (int i = 0; i < half; ++i) {
    const float speed = ropeSpeed(i, headDim, base);
    for (int row = firstRow; row < min(firstRow + kLanesRows, rows); ++row) {
      const float angle = (positions ? positions[row] : position + row) * speed, c = cosf(angle), s = sinf(angle);
      const int begin = row * cols + (kHalves ? i : 2 * i);
      for (int first = begin; first < begin + cols; first += headDim) {
        const float a = x[first], b = x[first + (kHalves ? half : 1)];
        out[first] = a * c - b * s;
        out[first + (kHalves ? half : 1)] = b * c + a * s;
      }
    }
  }
}

// out[row] = table[indices[row]]: rows of cols elements.
__global__ void elementwise_embedding_lanes(const int* __restrict__ indices, const float* __restrict__ table,
                                            float* __restrict__ out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* from = table + size_t(indices[row]) * cols;
  for (int i = 0; i < cols; ++i) out[size_t(row) * cols + i] = from[i];
}
