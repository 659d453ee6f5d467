// out[i] += the sum of all tiles before that of i.
//
//   out has n elements, more than kTile; prefixes has the sums up to each tile's end, its own included; fp32.
//   Launch: block 256, grid ceil((n − kTile) / 256): the first tile has none before it.

#pragma once

template <int kTile>
__global__ void scan_add(float* __restrict__ out, const float* __restrict__ prefixes, int n) {
  const int i = kTile + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += prefixes[i / kTile - 1];
}
