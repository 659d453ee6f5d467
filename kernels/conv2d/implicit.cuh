// Convolution as a matrix product whose second matrix is never stored.
//
//   Tensors as for conv2d_direct.
//   Launch: block kFilters / 8 · kColumns / 8;
//   grid x: ceil(n · p · q / kColumns), y: ceil(k / groups / kFilters), z: groups.
//
// The idea added: the matrix that im2col writes is needed one tile at a time, and each of its elements is one of X at
// an address that can be computed. So the block gathers the tile straight from X into shared memory: no workspace, and
// global memory is asked for X only. Outputs of all images stand side by side as columns, which fills the tiles even
// where a picture is small. And while a tile is multiplied, the next one is already on its way into registers.

// Where in a filter a row of the matrix is, as distances in X from where the filter starts. The rows are ordered by
// channel, then row of the filter, then column.
struct Conv2dTap {
  int down = 0, right = 0;
  size_t channel = 0;

  __device__ __forceinline__ void next(int h, int w, int r, int s, int dilation) {
    right += dilation;
    if (right < s * dilation) return;
    right = 0;
    down += dilation;
    if (down < r * dilation) return;
    down = 0;
    channel += size_t(h) * w;
  }
};

template <int kFilters, int kColumns>
__global__ void __launch_bounds__(kFilters / 8 * (kColumns / 8))
    conv2d_implicit(const float* __restrict__ X, const float* __restrict__ W, const float* __restrict__ bias,
                    float* __restrict__ Y, int n, int c, int h, int w, int k, int r, int s, int p, int q, int stride,
                    int pad, int dilation, int groups) {
  using Tile = Conv2dTile<kFilters, kColumns>;
  constexpr int kDepth = Tile::kDepth, kEach = Tile::kEach;
  constexpr int kMine = kColumns / Tile::kThreads;  // columns that this thread gathers
  __shared__ Tile tiles[2];                         // one is multiplied while the other is filled

  const int group = blockIdx.z, m = k / groups, channels = c / groups;
  const int depth = channels * r * s, width = n * p * q;
  const int firstFilter = blockIdx.y * kFilters, firstColumn = blockIdx.x * kColumns;
  const float* A = W + size_t(group) * m * depth;

  const float* image[kMine];    // the group's channels of the image my column belongs to
  int top[kMine], left[kMine];  // where the filter starts in them
  for (int e = 0; e < kMine; ++e) {
    const int column = firstColumn + threadIdx.x + e * Tile::kThreads;
    image[e] = X + (size_t(column / (p * q)) * c + group * channels) * h * w;
    top[e] = column < width ? column / q % p * stride - pad : -(1 << 30);  // no such output: outside everywhere
    left[e] = column % q * stride - pad;
  }

  Conv2dWeights<kFilters, kColumns> weights(A, m, depth, firstFilter);
  float gathered[kDepth][kMine];
  Conv2dTap tap;  // of the row to be gathered next
  const auto load = [&](int start) {
    weights.load(start);
    for (int l = 0; l < kDepth; ++l) {
      for (int e = 0; e < kMine; ++e) {
        const int y = top[e] + tap.down, x = left[e] + tap.right;
        const bool inside = unsigned(y) < unsigned(h) && unsigned(x) < unsigned(w) && start + l < depth;
        gathered[l][e] = inside ? image[e][tap.channel + y * w + x] : 0.0f;
      }
      tap.next(h, w, r, s, dilation);
    }
  };
  const auto store = [&](Tile& tile) {
    weights.store(tile);
    for (int l = 0; l < kDepth; ++l) {
      for (int e = 0; e < kMine; ++e) {
        const int column = threadIdx.x + e * Tile::kThreads;
        tile.columns[l][column / kEach][column % kEach] = gathered[l][e];
      }
    }
  };

  const int up = threadIdx.x / Tile::kThreadsAcross, across = threadIdx.x % Tile::kThreadsAcross;
  float sum[kEach][kEach] = {};
  load(0);
  store(tiles[0]);
  __syncthreads();
  for (int start = 0, now = 0; start < depth; start += kDepth, now ^= 1) {
    const bool more = start + kDepth < depth;
    if (more) load(start + kDepth);
    if (firstFilter + up * kEach < m) conv2d_multiply(tiles[now], up, across, sum);
    if (more) store(tiles[now ^ 1]);
    __syncthreads();  // the next tile is complete, and all have read this one
  }

  const int rows = min(kEach, m - (firstFilter + up * kEach));  // those of my sums that exist
  const int filter = group * m + firstFilter + up * kEach;
  if (bias) {
    for (int i = 0; i < kEach; ++i) {
      const float offset = i < rows ? bias[filter + i] : 0.0f;
      for (int j = 0; j < kEach; ++j) sum[i][j] += offset;
    }
  }
  for (int j = 0; j < kEach; ++j) {
    const int column = firstColumn + across * kEach + j;
    if (column >= width) continue;
    float* out = Y + (size_t(column / (p * q)) * k + filter) * p * q + column % (p * q);
    for (int i = 0; i < kEach; ++i) {
      if (i < rows) out[size_t(i) * p * q] = sum[i][j];
    }
  }
}
