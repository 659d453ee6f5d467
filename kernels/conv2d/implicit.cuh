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
//
// Instructions that compute addresses are instructions that do not multiply: a thread finds out once which rows and
// columns of the filter meet the picture, up to 32 of each, and then tests a bit.

// Where in a filter a row of the matrix is, and how far in X from where the filter starts: by `channel` and `apart`
// elements. The rows are ordered by channel, then row of the filter, then column. All threads have the same.
struct Conv2dTap {
  int row = 0, column = 0, apart = 0;
  size_t channel = 0;

  __device__ __forceinline__ void next(int h, int w, int r, int s, int dilation) {
    if (++column == s) {
      column = 0;
      if (++row == r) {
        row = 0;
        channel += size_t(h) * w;
      }
    }
    apart = (row * w + column) * dilation;
  }
};

// Which rows, or columns, of a filter of `taps` that starts at `first` meet the picture of so many: a bit for each.
__device__ __forceinline__ unsigned conv2d_inside(int first, int taps, int dilation, int size) {
  unsigned bits = 0;
  for (int i = 0; i < taps; ++i) bits |= unsigned(unsigned(first + i * dilation) < unsigned(size)) << i;
  return bits;
}

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

  const float* image[kMine];             // the group's channels of the image my column belongs to
  int first[kMine];                      // where the filter starts in them
  unsigned rows[kMine], columns[kMine];  // of the filter, those that meet the picture
  for (int e = 0; e < kMine; ++e) {
    const int column = firstColumn + threadIdx.x + e * Tile::kThreads;
    image[e] = X + (size_t(column / (p * q)) * c + group * channels) * h * w;
    const int top = column / q % p * stride - pad, left = column % q * stride - pad;
    first[e] = top * w + left;
    rows[e] = column < width ? conv2d_inside(top, r, dilation, h) : 0;  // no such output: outside everywhere
    columns[e] = conv2d_inside(left, s, dilation, w);
  }

  Conv2dWeights<kFilters, kColumns> weights(A, m, depth, firstFilter);
  float gathered[kDepth][kMine];
  Conv2dTap tap;  // of the row to be gathered next
  const auto load = [&](int start) {
    weights.load(start);
    for (int l = 0; l < kDepth; ++l) {
      for (int e = 0; e < kMine; ++e) {
        const bool inside = (rows[e] >> tap.row & columns[e] >> tap.column & 1) && start + l < depth;
        gathered[l][e] = inside ? image[e][tap.channel + (first[e] + tap.apart)] : 0.0f;
      }
      tap.next(h, w, r, s, dilation);
    }
  };
  const auto store = [&](Tile& tile) {
    weights.store(tile);
    for (int l = 0; l < kDepth; ++l) {
      for (int e = 0; e < kMine; ++e) tile.columns[l][threadIdx.x + e * Tile::kThreads] = gathered[l][e];
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

  const int exist = min(kEach, m - (firstFilter + up * kEach));  // of my sums' rows
  const int filter = group * m + firstFilter + up * kEach;
  if (bias) {
    for (int i = 0; i < kEach; ++i) {
      const float offset = i < exist ? bias[filter + i] : 0.0f;
      for (int j = 0; j < kEach; ++j) sum[i][j] += offset;
    }
  }
  for (int j = 0; j < kEach; ++j) {
    const int column = firstColumn + Tile::column(across, j);
    if (column >= width) continue;
    float* out = Y + (size_t(column / (p * q)) * k + filter) * p * q + column % (p * q);
    for (int i = 0; i < kEach; ++i) {
      if (i < exist) out[size_t(i) * p * q] = sum[i][j];
    }
  }
}
