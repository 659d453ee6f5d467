// out[i] = the sum of in from the tile's first element to i, and sums[tile] = the sum of the whole tile: up a tree and
// down again.
//
//   in and out have n elements, sums one a tile; fp32, n from 1.
//   Launch: block kTile / 2 (a power of two), grid ceil(n / kTile). Where there are several tiles, the same over the
//   sums, until one is left, and then scan_add.
//
// The idea added: no more work than needed (G. E. Blelloch, 1990). On the way up each node of a tree gets the sum of
// what is below it, in place. On the way down each node hands its left child what came before itself, and its right
// child that plus the left one's sum. Both ways take kTile − 1 additions: 2046 where it was 9217, and one a number
// more, as the tree leaves out the number itself. The rounds are twice as many, and in most of them few threads work.
//
// The nodes of a level lie 2, 4, 8 … words apart, so the threads of a warp want the same few banks of shared memory: in
// the middle of the tree all 32 want one.

#include "kernels/scan/add.cuh"

template <int kTile>
__global__ void scan_blelloch(const float* __restrict__ in, float* __restrict__ out, float* __restrict__ sums, int n) {
  __shared__ float tree[kTile];
  const int thread = threadIdx.x, half = kTile / 2;
  const int i = blockIdx.x * kTile + thread, j = i + half;  // a thread loads and stores two elements
  const float atI = i < n ? in[i] : 0.0f, atJ = j < n ? in[j] : 0.0f;
  tree[thread] = atI;
  tree[thread + half] = atJ;

  for (int distance = 1; distance < kTile; distance *= 2) {
    __syncthreads();  // the level below is there
    const int right = 2 * distance * (thread + 1) - 1;
    if (right < kTile) tree[right] += tree[right - distance];
  }
  if (thread == 0) {  // which made the last sum
    sums[blockIdx.x] = tree[kTile - 1];
    tree[kTile - 1] = 0.0f;  // before all of it comes nothing
  }
  for (int distance = half; distance > 0; distance /= 2) {
    __syncthreads();  // the level above is there
    const int right = 2 * distance * (thread + 1) - 1, left = right - distance;
    if (right < kTile) {
      const float before = tree[right];
      tree[right] = before + tree[left];
      tree[left] = before;
    }
  }
  __syncthreads();
  if (i < n) out[i] = tree[thread] + atI;
  if (j < n) out[j] = tree[thread + half] + atJ;
}
