// out[i] = in[0] + … + in[i]: the sums of tiles first, then everything else in one go.
//
//   in and out have n elements, sums and prefixes one for each tile of 4 · kBlock but the last; fp32, n from 1; in and
//   out aligned to 16 bytes. prefixes may be nullptr where there is one tile. Launch:
//     scan_tile_sums, if there are several tiles   block kBlock (a multiple of warpSize), grid (tiles − 1)
//     both kernels over the sums, if so            which makes prefixes of them
//     scan_from                                    block kBlock, grid (tiles)
//
// The idea added: order. Who knows what came before a tile can write its results at once, so they are not stored,
// loaded and stored again: the vector is read twice and written once, twelve bytes an element instead of sixteen and
// more. Sums alone take no scan.

#include "kernels/reduce/block_sum.cuh"
#include "kernels/scan/fours.cuh"

template <int kBlock>
__global__ void scan_tile_sums(const float* __restrict__ in, float* __restrict__ sums) {
  const float4 values = reinterpret_cast<const float4*>(in)[blockIdx.x * kBlock + threadIdx.x];
  const float sum = reduceBlockSum<kBlock>((values.x + values.y) + (values.z + values.w));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

template <int kBlock>
__global__ void scan_from(const float* __restrict__ in, const float* __restrict__ prefixes, float* __restrict__ out,
                          int n) {
  const int i = 4 * (blockIdx.x * kBlock + threadIdx.x);
  const float prefix = blockIdx.x > 0 ? prefixes[blockIdx.x - 1] : 0.0f;
  const float4 sums = scanBlockFours<kBlock>(scanLoadFour(in, i, n));
  scanStoreFour(out, i, n, make_float4(prefix + sums.x, prefix + sums.y, prefix + sums.z, prefix + sums.w));
}
