// out[i] = the sum of in from the tile's first element to i, and sums[tile] = the sum of the whole tile: up a tree and
// down again, in rows of 33 words.
//
//   in and out have n elements, sums one a tile; fp32, n from 1.
//   Launch: block kTile / 2 (a power of two), grid ceil(n / kTile). Where there are several tiles, the same over the
//   sums, until one is left, and then scan_add.
//
// The idea added: padding. One word is left empty after every 32. What lay 32 words apart, all in one bank, now lies 33
// words apart, each in a bank of its own; and so at every level of a tree of 1024. The additions are the same.

#include "kernels/scan/add.cuh"

__device__ inline int scanPadded(int i) {
  return i + i / 32;
}

template <int kTile>
__global__ void scan_blelloch_padded(const float* __restrict__ in, float* __restrict__ out, float* __restrict__ sums,
                                     int n) {
  __shared__ float tree[kTile + kTile / 32];
  const int thread = threadIdx.x, half = kTile / 2;
  const int i = blockIdx.x * kTile + thread, j = i + half;  // a thread loads and stores two elements
  const float atI = i < n ? in[i] : 0.0f, atJ = j < n ? in[j] : 0.0f;
  tree[scanPadded(thread)] = atI;
  tree[scanPadded(thread + half)] = atJ;

  for (int distance = 1; distance < kTile; distance *= 2) {
    __syncthreads();  // the level below is there
    const int right = 2 * distance * (thread + 1) - 1;
    if (right < kTile) tree[scanPadded(right)] += tree[scanPadded(right - distance)];
  }
  if (thread == 0) {  // which made the last sum
    sums[blockIdx.x] = tree[scanPadded(kTile - 1)];
    tree[scanPadded(kTile - 1)] = 0.0f;  // before all of it comes nothing
  }
  for (int distance = half; distance > 0; distance /= 2) {
    __syncthreads();  // the level above is there
    const int right = 2 * distance * (thread + 1) - 1, left = right - distance;
    if (right < kTile) {
      const float before = tree[scanPadded(right)];
      tree[scanPadded(right)] = before + tree[scanPadded(left)];
      tree[scanPadded(left)] = before;
    }
  }
  __syncthreads();
  if (i < n) out[i] = tree[scanPadded(thread)] + atI;
  if (j < n) out[j] = tree[scanPadded(thread + half)] + atJ;
}
