// out[i] = in[0] + … + in[i]: one thread a piece of the vector, after each has summed a piece.
//
//   in and out have n elements, sums and prefixes one for each piece but the last; fp32, n from 1. A piece has `length`
//   elements, a multiple of 16, the last one what is left; there are ceil(n / length). prefixes may be nullptr where
//   that is one. Launch:
//     scan_piece_sums, if there are several   block (1), grid (pieces − 1)
//     scan_serial over the sums, if so        block (1), grid (1)
//     scan_pieces                             block (1), grid (pieces)
//
// The idea added: what a piece starts from is the sum of the pieces before it. Sums take no order, so they are quick in
// the lanes of a vector unit; the few of them are added up by one thread, and then every piece knows where to begin. It
// costs to read the vector twice, and every core takes part.

#include "kernels/compat/lanes.h"
#include "kernels/scan/serial.cuh"

__global__ void scan_piece_sums(const float* __restrict__ in, float* __restrict__ sums, int length) {
  const int piece = blockIdx.x * blockDim.x + threadIdx.x;
  const float* const values = in + size_t(piece) * length;
  Lanes sum = lanesOf(0.0f);
  for (int i = 0; i < length; i += kLanes) sum = sum + loadLanes(values + i);
  sums[piece] = lanesSum(sum);
}

__global__ void scan_pieces(const float* __restrict__ in, const float* __restrict__ prefixes, float* __restrict__ out,
                            int n, int length) {
  const int piece = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = piece * length, end = min(n, first + length);
  float sum = piece > 0 ? prefixes[piece - 1] : 0.0f;
  for (int i = first; i < end; ++i) {
    sum += in[i];
    out[i] = sum;
  }
}
