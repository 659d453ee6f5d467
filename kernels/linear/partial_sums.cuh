// Linear layer y = x · Wᵀ + bias; a thread computes outputs eight at a time, each from sums that grow side by side.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (1), grid (threads, ceil(rows / 32)): the threads share the outputs, as many eights each. Any sizes
//   from 1; with scales in is a multiple of 32.
//
// The ideas added: in one sum each addition waits for the one before. As many sums as a register of the vector unit has
// lanes (kernels/compat/lanes.h) grow with one instruction, and those of eight outputs wait for nobody. What was loaded
// of x serves all outputs; where there are more rows, what was loaded of W serves several of them, so that a tile of
// sums stays in registers while both are read from front to back. The eight outputs are an eighth of the thread's share
// apart, so that W is read as eight streams: a processor fetches ahead of each, but not beyond the page of memory that
// the stream is in, and so waits less with several of them. This is the step for processors, where a "thread" is a
// plain loop: on a GPU it reads W in the worst order.

#include "kernels/compat/lanes.h"
#include "kernels/linear/formats.cuh"

constexpr int kLinearThreadRows = 32;                     // of a thread
constexpr int kLinearOutputs = 8;                         // side by side, of one row
constexpr int kLinearTileRows = 4;                        // and of a tile of several rows
constexpr int kLinearTileOutputs = kLanes == 16 ? 4 : 2;  // as many sums as there are registers for

/// Where the weights of a tile's outputs are.
template <int kOutputs, class W>
struct LinearRows {
  const W* weights[kOutputs];
  const half* scales[kOutputs];
};

/// sums[r · kOutputs + o] += x · w for the kLanes inputs from `first` on.
template <int kRows, int kOutputs, class W>
__device__ inline void linearAddLanes(Lanes* sums, const float* x, int in, const LinearRows<kOutputs, W>& rows,
                                      int first) {
  Lanes a[kRows];
  for (int r = 0; r < kRows; ++r) a[r] = loadLanes(x + size_t(r) * in + first);
  for (int o = 0; o < kOutputs; ++o) {
    const Lanes w = loadLanes(rows.weights[o] + first);
    for (int r = 0; r < kRows; ++r) lanesAdd(sums[r * kOutputs + o], a[r], w);
  }
}

/// The same for the kLinearBlock inputs from `first` on, which have a scale for each output.
template <int kRows, int kOutputs, class W>
__device__ inline void linearAddBlock(Lanes* sums, const float* x, int in, const LinearRows<kOutputs, W>& rows,
                                      const float (&scales)[kOutputs][kLanes], int first) {
  constexpr int kParts = kLinearBlock / kLanes;
  Lanes a[kRows * kParts];
  for (int r = 0; r < kRows; ++r)
    for (int part = 0; part < kParts; ++part)
      a[r * kParts + part] = loadLanes(x + size_t(r) * in + first + part * kLanes);
  for (int o = 0; o < kOutputs; ++o) {
    Lanes products[kRows];
    for (int part = 0; part < kParts; ++part) {
      const Lanes w = loadLanes(rows.weights[o] + first + part * kLanes);
      for (int r = 0; r < kRows; ++r)
        products[r] = part == 0 ? a[r * kParts] * w : products[r] + a[r * kParts + part] * w;
    }
    const Lanes scale = lanesOf(scales[o][first / kLinearBlock % kLanes]);
    for (int r = 0; r < kRows; ++r) lanesAdd(sums[r * kOutputs + o], products[r], scale);
  }
}

/// The same for all inputs; scales become float as many at a time as there are lanes.
template <int kRows, int kOutputs, class W>
__device__ inline void linearAddBlocks(Lanes* sums, const float* x, int in, const LinearRows<kOutputs, W>& rows) {
  float scales[kOutputs][kLanes];
  const int blocks = in / kLinearBlock;
  for (int begin = 0; begin < blocks; begin += kLanes) {
    const int count = min(kLanes, blocks - begin);
    for (int o = 0; o < kOutputs; ++o) storeLanes(scales[o], loadLanes(rows.scales[o] + begin, count));
    for (int block = begin; block < begin + count; ++block)
      linearAddBlock<kRows>(sums, x, in, rows, scales, block * kLinearBlock);
  }
}

/// The inputs behind the last whole Lanes, one by one.
template <int kRows, int kOutputs, class W>
__device__ inline void linearAddRest(float* totals, const float* x, int in, const LinearRows<kOutputs, W>& rows,
                                     int first) {
  for (int r = 0; r < kRows; ++r)
    for (int o = 0; o < kOutputs; ++o)
      for (int i = first; i < in; ++i) totals[r * kOutputs + o] += x[size_t(r) * in + i] * float(rows.weights[o][i]);
}

/// kRows rows of kOutputs outputs `stride` apart, of which `count` exist: the others' weights are the last one's once
/// more.
template <int kRows, int kOutputs, class W>
__device__ inline void linearTile(const float* x, const W* weights, const half* scales, const float* bias, float* y,
                                  int in, int out, int stride, int count) {
  LinearRows<kOutputs, W> rows;
  for (int o = 0; o < kOutputs; ++o) {
    const int there = min(o, count - 1) * stride;
    rows.weights[o] = weights + size_t(there) * in;
    rows.scales[o] = linearScales<W>(scales, there, in);
  }
  Lanes sums[kRows * kOutputs];
  for (int s = 0; s < kRows * kOutputs; ++s) sums[s] = lanesOf(0.0f);
  int i = 0;
  if constexpr (kLinearScaled<W>) {
    linearAddBlocks<kRows>(sums, x, in, rows);
    i = in;
  } else {
    for (; i + kLanes <= in; i += kLanes) linearAddLanes<kRows>(sums, x, in, rows, i);
  }
  float totals[kRows * kOutputs];
  for (int s = 0; s < kRows * kOutputs; s += 8) lanesSums(totals + s, sums + s);
  if (i < in) linearAddRest<kRows>(totals, x, in, rows, i);

  if (count > kOutputs) count = kOutputs;
  for (int r = 0; r < kRows; ++r)
    for (int o = 0; o < count; ++o) {
      const float total = totals[r * kOutputs + o];
      y[size_t(r) * out + o * stride] = bias ? total + bias[o * stride] : total;
    }
}

template <class W>
__global__ void linear_partial_sums(const float* __restrict__ x, const W* __restrict__ weights,
                                    const half* __restrict__ scales, const float* __restrict__ bias,
                                    float* __restrict__ y, int rows, int in, int out) {
  const int firstRow = blockIdx.y * kLinearThreadRows, rowEnd = min(firstRow + kLinearThreadRows, rows);
  const int threads = gridDim.x * blockDim.x, eights = (out + kLinearOutputs - 1) / kLinearOutputs;
  const int share = (eights + threads - 1) / threads * kLinearOutputs;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * share, end = min(first + share, out);
  const int stride = (end - first + kLinearOutputs - 1) / kLinearOutputs;
  for (int output = first; output < first + stride; ++output) {
    const int count = (end - output + stride - 1) / stride;
    int row = firstRow;
    for (; row + kLinearTileRows <= rowEnd; row += kLinearTileRows) {
      for (int tile = 0; tile < count; tile += kLinearTileOutputs) {
        const int o = output + tile * stride;
        linearTile<kLinearTileRows, kLinearTileOutputs>(x + size_t(row) * in, weights + size_t(o) * in,
                                                        linearScales<W>(scales, o, in), bias ? bias + o : bias,
                                                        y + size_t(row) * out + o, in, out, stride, count - tile);
      }
    }
    for (; row < rowEnd; ++row)
      linearTile<1, kLinearOutputs>(x + size_t(row) * in, weights + size_t(output) * in,
                                    linearScales<W>(scales, output, in), bias ? bias + output : bias,
                                    y + size_t(row) * out + output, in, out, stride, count);
  }
}
