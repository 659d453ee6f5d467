// out[row] = where the greatest of the row's numbers stands, the first of equal ones; one block takes a row.
//
//   x is [rows, cols], out is [rows]. fp32 and int32, any sizes from 1. NaN is greater than nothing; 0 for a row of
//   NaN. Launch: block kBlock (a multiple of warpSize, at most warpSize²), grid (rows).
//
// The idea added: each thread keeps the best of every kBlock-th number, so that neighbours load neighbours; then a
// value and its place travel together through shuffles and, of each warp one pair, through shared memory. Nothing of
// the row goes back to the host: four bytes do.

struct ArgmaxBest {
  float value;
  int place;
};

__device__ inline ArgmaxBest argmaxBetter(ArgmaxBest a, ArgmaxBest b) {
  const bool second = b.value > a.value || (b.value == a.value && b.place < a.place);
  return second ? b : a;
}

/// Of the whole warp in its first lane.
__device__ inline ArgmaxBest argmaxWarp(ArgmaxBest best) {
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    const ArgmaxBest other = {__shfl_down_sync(kFullMask, best.value, distance),
                              __shfl_down_sync(kFullMask, best.place, distance)};
    best = argmaxBetter(best, other);
  }
  return best;
}

template <int kBlock>
__global__ void argmax_block(const float* __restrict__ x, int* __restrict__ out, int cols) {
  __shared__ float values[kBlock / 32];  // a warp has 32 lanes or more
  __shared__ int places[kBlock / 32];
  const float* const row = x + size_t(blockIdx.x) * cols;
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;

  ArgmaxBest best = {-INFINITY, cols};
  for (int i = threadIdx.x; i < cols; i += kBlock)
    if (row[i] > best.value) best = {row[i], i};
  best = argmaxWarp(best);
  if (lane == 0) {
    values[warp] = best.value;
    places[warp] = best.place;
  }
  __syncthreads();
  if (warp > 0) return;
  const ArgmaxBest none = {-INFINITY, cols};
  best = argmaxWarp(lane < kBlock / warpSize ? ArgmaxBest{values[lane], places[lane]} : none);
  if (lane == 0) out[blockIdx.x] = best.place < cols ? best.place : 0;
}
