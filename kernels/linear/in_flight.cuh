// Linear layer y = x · Wᵀ + bias; warps share a row of W, and a lane starts all its loads before it needs the first.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32, all
//   aligned to 16 bytes.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (32, warps, 4 / warps): so many warps, 1, 2 or 4, share two outputs; grid (ceil(out · warps / 8),
//   rows). in is a multiple of 8, for float of 4, with scales of 32.
//
// The idea added: memory answers late, and meanwhile it could send much. A GPU that reads 4.8 TB/s with a latency of
// 0.7 µs has to have 3.3 MB on their way all the time, 25 KB on each of 132 multiprocessors; a matrix that is hardly
// larger than that is over before a loop has turned twice, and each turn costs a latency. Here a lane fetches four
// pieces of two rows, 16 bytes each, before it multiplies the first: 4 KB a warp. As many warps share a row as make
// that enough for all of it, and add up their sums through shared memory. A large matrix gains little: there other
// blocks fill the time.

#include "kernels/linear/formats.cuh"

constexpr int kLinearAtOnce = 4;  // pieces of a row
constexpr int kLinearPair = 2;    // outputs of a warp

/// Weights a load: 16 bytes, of int8 eight, since x has four bytes for each of them.
template <class W>
constexpr int kLinearPiece = sizeof(W) == 4 ? 4 : 8;
template <class W>
constexpr int kLinearFours = kLinearPiece<W> / 4;

template <class W>
struct alignas(kLinearPiece<W> * sizeof(W)) LinearPiece {
  W of[kLinearPiece<W>];
};

template <class W>
__device__ inline float linearProduct(const float4 (&x)[kLinearFours<W>], const LinearPiece<W>& weights) {
  float sum = 0.0f;
  for (int i = 0; i < kLinearFours<W>; ++i) {
    const W* w = weights.of + 4 * i;
    sum += (x[i].x * float(w[0]) + x[i].y * float(w[1])) + (x[i].z * float(w[2]) + x[i].w * float(w[3]));
  }
  return sum;
}

/// sums += products of the pieces from `first` on, every `apart`-th, of which those below `count` are there. Called by
/// all lanes.
template <class W>
__device__ inline void linearAddPieces(float (&sums)[kLinearPair], const float* x, const W* const (&rows)[kLinearPair],
                                       const half* const (&scales)[kLinearPair], int first, int apart, int count) {
  float4 inputs[kLinearAtOnce][kLinearFours<W>] = {};
  LinearPiece<W> weights[kLinearAtOnce][kLinearPair] = {};
  float scale[kLinearAtOnce][kLinearPair] = {};
  for (int i = 0; i < kLinearAtOnce; ++i) {
    const int piece = first + i * apart, at = piece * kLinearPiece<W>;
    if (piece >= count) continue;
    for (int four = 0; four < kLinearFours<W>; ++four) inputs[i][four] = reinterpret_cast<const float4*>(x + at)[four];
    for (int o = 0; o < kLinearPair; ++o) {
      weights[i][o] = *reinterpret_cast<const LinearPiece<W>*>(rows[o] + at);
      scale[i][o] = linearScale<W>(scales[o], at);
    }
  }
  // Compilers move no load across this: otherwise they multiply what has come before they ask for more.
  __syncwarp();
  if (!__any_sync(kFullMask, first < count)) return;
  for (int i = 0; i < kLinearAtOnce; ++i)
    for (int o = 0; o < kLinearPair; ++o) sums[o] += linearProduct<W>(inputs[i], weights[i][o]) * scale[i][o];
}

__device__ inline float linearSumOfWarp(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;
}

template <class W>
__global__ void __launch_bounds__(128)
    linear_in_flight(const float* __restrict__ x, const W* __restrict__ weights, const half* __restrict__ scales,
                     const float* __restrict__ bias, float* __restrict__ y, int in, int out) {
  __shared__ float parts[4][kLinearPair];
  const int lane = threadIdx.x, share = threadIdx.y, warps = blockDim.y, row = blockIdx.y;
  const int warp = threadIdx.z * warps + share;
  const int first = (blockIdx.x * blockDim.z + threadIdx.z) * kLinearPair;
  if (first >= out) return;  // all lanes of the outputs together
  const int second = min(first + 1, out - 1);

  const W* const rows[kLinearPair] = {weights + size_t(first) * in, weights + size_t(second) * in};
  const half* const scalesOfRows[kLinearPair] = {linearScales<W>(scales, first, in),
                                                 linearScales<W>(scales, second, in)};
  float sums[kLinearPair] = {};
  const int pieces = in / kLinearPiece<W>, apart = warps * 32;
  for (int begin = 0; begin < pieces; begin += kLinearAtOnce * apart)
    linearAddPieces<W>(sums, x + size_t(row) * in, rows, scalesOfRows, begin + share * 32 + lane, apart, pieces);

  for (int o = 0; o < kLinearPair; ++o) {
    sums[o] = linearSumOfWarp(sums[o]);
    if (lane == 0) parts[warp][o] = sums[o];
  }
  __syncthreads();

  const int output = first + lane;
  if (share != 0 || lane >= kLinearPair || output >= out) return;
  float sum = parts[warp][lane];
  for (int other = 1; other < warps; ++other) sum += parts[warp + other][lane];
  y[size_t(row) * out + output] = bias ? sum + bias[output] : sum;
}
