// Operations on elements of their own: one thread computes four elements (of rope: four pairs).
//
//   All tensors are fp32 and row-major, indices int32; tensors aligned to 16 bytes. Any n from 1; for rope headDim is a
//   multiple of 8, for embedding and rows cols of 4, so that no float4 crosses from one head or row to the next.
//   Launch: block 256, or fewer for few; grid ceil(threads / block), threads = ceil(elements of out / 4), for rope an
//   eighth of them.
//
// The idea added: float4. The same bytes take a quarter of the memory instructions and address calculations, and each
// thread has more on its way at once.

#include "kernels/elementwise/formulas.cuh"

// out[i] = Op(x[i]) for n elements.
template <class Op>
__global__ void elementwise_unary_vectorised(const float* x, float* out, int n) {
  letKernelAfterBegin();
  waitForKernelBefore();
  const int i = blockIdx.x * blockDim.x + threadIdx.x, groups = n / 4;
  if (i < groups) {
    const float4 p = reinterpret_cast<const float4*>(x)[i];
    reinterpret_cast<float4*>(out)[i] = make_float4(Op()(p.x), Op()(p.y), Op()(p.z), Op()(p.w));
  }
  const int last = 4 * groups + i;
  if (i < n % 4) out[last] = Op()(x[last]);  // the elements after the last group
}

// out[i] = Op(a[i], b[i]) for n elements.
template <class Op>
__global__ void elementwise_binary_vectorised(const float* a, const float* b, float* out, int n) {
  letKernelAfterBegin();
  waitForKernelBefore();
  const int i = blockIdx.x * blockDim.x + threadIdx.x, groups = n / 4;
  if (i < groups) {
    const float4 p = reinterpret_cast<const float4*>(a)[i], q = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(out)[i] = make_float4(Op()(p.x, q.x), Op()(p.y, q.y), Op()(p.z, q.z), Op()(p.w, q.w));
  }
  const int last = 4 * groups + i;
  if (i < n % 4) out[last] = Op()(a[last], b[last]);  // the elements after the last group
}

// Turns four pairs; see scalar.cuh. They are two float4 that lie side by side, or half a head apart where kHalves.
template <bool kHalves>
__global__ void elementwise_rope_vectorised(const float* x, const int* positions, float* out, int rows, int cols,
                                            int headDim, int position, float base) {
  letKernelAfterBegin();
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int half = headDim / 2, row = thread / (cols / 8), pair = thread % (cols / 8) * 4;
  if (row >= rows) return;

  const int head = pair / half, i = pair % half;
  float speeds[4];
  for (int k = 0; k < 4; ++k) speeds[k] = ropeSpeed(i + k, headDim, base);
  waitForKernelBefore();
  const int at = positions ? positions[row] : position + row;
  const int begin = row * cols + head * headDim + (kHalves ? i : 2 * i), other = begin + (kHalves ? half : 4);
  const float4 p = *reinterpret_cast<const float4*>(x + begin), q = *reinterpret_cast<const float4*>(x + other);

  float values[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
  for (int k = 0; k < 4; ++k) {
    float& first = values[kHalves ? k : 2 * k];
    float& second = values[kHalves ? k + 4 : 2 * k + 1];
    const float angle = at * speeds[k], c = cosf(angle), s = sinf(angle);
    const float turned = first * c - second * s;
    second = second * c + first * s;
    first = turned;
  }
  *reinterpret_cast<float4*>(out + begin) = make_float4(values[0], values[1], values[2], values[3]);
  *reinterpret_cast<float4*>(out + other) = make_float4(values[4], values[5], values[6], values[7]);
}

// out[row] = x[row] + bias[row]: rows of cols elements, a number for each row.
__global__ void elementwise_rows_vectorised(const float* __restrict__ x, const float* __restrict__ bias,
                                            float* __restrict__ out, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / (cols / 4);
  if (row >= rows) return;
  const float4 p = reinterpret_cast<const float4*>(x)[i];
  const float b = bias[row];
  reinterpret_cast<float4*>(out)[i] = make_float4(p.x + b, p.y + b, p.z + b, p.w + b);
}

// out[row] = table[indices[row]]: rows of cols elements.
__global__ void elementwise_embedding_vectorised(const int* __restrict__ indices, const float* __restrict__ table,
                                                 float* __restrict__ out, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, groups = cols / 4;
  const int row = i / groups, group = i % groups;
  if (row >= rows) return;
  reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(table)[size_t(indices[row]) * groups + group];
}
