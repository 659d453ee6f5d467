// Linear layer y = x · Wᵀ + bias; warps share rows of W, and a lane starts all its loads before it needs the first.
//
//   x is rows × in, W is out × in, bias holds out numbers or is nullptr, y is rows × out; row-major, x and y fp32, all
//   aligned to 16 bytes.
//   W is float, half or bfloat16, or int8 with scales (formats.cuh); scales is nullptr otherwise.
//   Launch: block (32, warps, 4 / warps): so many warps, 1, 2 or 4, share four outputs; grid (ceil(out · warps / 16),
//   rows). in is a multiple of 8, for float of 4, with scales of 32.
//
// The idea added: memory answers late, and meanwhile it could send much. A GPU that reads 4.8 TB/s with a latency of
// 0.7 µs has to have 3.3 MB on their way all the time, 25 KB on each of 132 multiprocessors; a matrix that is hardly
// larger than that is over before a loop has turned twice, and each turn costs a latency. Here a lane fetches two
// pieces of four rows, 16 bytes each, before it multiplies the first: 4 KB a warp. As many warps share a row as make
// that enough for all of it, and add up their sums through shared memory. Four rows rather than two, because x has four
// bytes for each of the two that a narrow weight has, and what is read of it serves them all. A large matrix gains
// little: there other blocks fill the time.
//
// And where kernels overlap (kernels/compat/kernel_overlap.h) its first weights are on their way while the kernel
// before, which makes x, still runs. So only weights and scales are __restrict__: of x it would say that nobody writes
// it meanwhile.

#include "kernels/linear/formats.cuh"

constexpr int kLinearAtOnce = 2;       // pieces of a row
constexpr int kLinearWarpOutputs = 4;  // of a warp

/// Weights a load: 16 bytes, of int8 eight, since x has four bytes for each of them.
template <class W>
constexpr int kLinearPiece = sizeof(W) == 4 ? 4 : 8;
template <class W>
constexpr int kLinearFours = kLinearPiece<W> / 4;

/// A piece as it is loaded. It is taken apart only where it is multiplied: compilers take elements of 16 bits out of a
/// load at once, and would wait for each before they start the next.
template <class W>
struct [[gnu::may_alias]] alignas(kLinearPiece<W> * sizeof(W)) LinearPiece {
  unsigned words[kLinearPiece<W> * sizeof(W) / 4];
};

template <class W>
__device__ inline float linearProduct(const float4 (&x)[kLinearFours<W>], const LinearPiece<W>& piece) {
  W weights[kLinearPiece<W>];
  memcpy(weights, piece.words, sizeof(weights));
  float sum = 0.0f;
  for (int i = 0; i < kLinearFours<W>; ++i) {
    const W* w = weights + 4 * i;
    sum += (x[i].x * float(w[0]) + x[i].y * float(w[1])) + (x[i].z * float(w[2]) + x[i].w * float(w[3]));
  }
  return sum;
}

/// sums += products of these rows' pieces from `first` on, every `apart`-th, of which those below `count` are there.
/// Called by all lanes.
template <class W>
__device__ inline void linearAddPieces(float (&sums)[kLinearWarpOutputs], const float* x, const W* weights,
                                       const half* scales, const int (&rows)[kLinearWarpOutputs], int in, int first,
                                       int apart, int count) {
  float4 inputs[kLinearAtOnce][kLinearFours<W>] = {};
  LinearPiece<W> pieces[kLinearAtOnce][kLinearWarpOutputs] = {};
  float scale[kLinearAtOnce][kLinearWarpOutputs] = {};
  for (int i = 0; i < kLinearAtOnce; ++i) {
    const int piece = first + i * apart, at = piece * kLinearPiece<W>;
    if (piece >= count) continue;
    for (int o = 0; o < kLinearWarpOutputs; ++o) {
      pieces[i][o] = *reinterpret_cast<const LinearPiece<W>*>(weights + size_t(rows[o]) * in + at);
      scale[i][o] = linearScale<W>(linearScales<W>(scales, rows[o], in), at);
    }
  }
  waitForKernelBefore();
  for (int i = 0; i < kLinearAtOnce; ++i) {
    const int piece = first + i * apart, at = piece * kLinearPiece<W>;
    if (piece >= count) continue;
    for (int four = 0; four < kLinearFours<W>; ++four) inputs[i][four] = reinterpret_cast<const float4*>(x + at)[four];
  }
  // Compilers move no load across this: otherwise they multiply what has come before they ask for more.
  __syncwarp();
  if (!__any_sync(kFullMask, first < count)) return;
  for (int i = 0; i < kLinearAtOnce; ++i)
    for (int o = 0; o < kLinearWarpOutputs; ++o) sums[o] += linearProduct<W>(inputs[i], pieces[i][o]) * scale[i][o];
}

__device__ inline float linearSumOfWarp(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;
}

template <class W>
__global__ void __launch_bounds__(128)
    linear_in_flight(const float* x, const W* __restrict__ weights, const half* __restrict__ scales, const float* bias,
                     float* y, int in, int out) {
  __shared__ float parts[4][kLinearWarpOutputs];
  letKernelAfterBegin();
  const int lane = threadIdx.x, share = threadIdx.y, warps = blockDim.y;
  const int warp = threadIdx.z * warps + share;
  const int first = (blockIdx.x * blockDim.z + threadIdx.z) * kLinearWarpOutputs;
  if (first >= out) return;  // all lanes of the outputs together

  int rows[kLinearWarpOutputs];
  for (int o = 0; o < kLinearWarpOutputs; ++o) rows[o] = min(first + o, out - 1);
  float sums[kLinearWarpOutputs] = {};
  const int pieces = in / kLinearPiece<W>, apart = warps * 32;
  for (int begin = 0; begin < pieces; begin += kLinearAtOnce * apart)
    linearAddPieces<W>(sums, x + size_t(blockIdx.y) * in, weights, scales, rows, in, begin + share * 32 + lane, apart,
                       pieces);

  for (int o = 0; o < kLinearWarpOutputs; ++o) {
    sums[o] = linearSumOfWarp(sums[o]);
    if (lane == 0) parts[warp][o] = sums[o];
  }
  __syncthreads();

  const int output = first + lane;
  if (share != 0 || lane >= kLinearWarpOutputs || output >= out) return;
  float sum = parts[warp][lane];
  for (int other = 1; other < warps; ++other) sum += parts[warp + other][lane];
  y[size_t(blockIdx.y) * out + output] = bias ? sum + bias[output] : sum;
}
