// What conv2d_matmul and conv2d_implicit have in common: a block multiplies kFilters rows of weights by kColumns
// columns, kDepth products of each sum at a time. A thread holds 8 × 8 sums in registers and reads 8 weights and 8
// elements of the columns for 64 products; with one sum a thread it would read 128.

template <int kFilters, int kColumns>
struct Conv2dTile {
  static constexpr int kDepth = 8;
  static constexpr int kEach = 8;  // a thread has kEach × kEach sums
  static constexpr int kThreadsAcross = kColumns / kEach;
  static constexpr int kThreads = kFilters / kEach * kThreadsAcross;

  // Four floats after each row of weights spread them over the banks of shared memory, for storing them one by one.
  alignas(16) float weights[kDepth][kFilters + 4];
  alignas(16) float columns[kDepth][kColumns];

  // A thread's columns are two groups of four, so that the threads of a warp read neighbouring groups.
  __device__ static int column(int across, int j) { return across * 4 + j / 4 * (kColumns / 2) + j % 4; }
};

// The part of a tile's weights that one thread brings from global memory: neighbouring threads read neighbours in a
// row. A is rows × depth; the tile is its rows `firstRow` up and columns `start` up, with zeros where it has none.
template <int kFilters, int kColumns>
struct Conv2dWeights {
  using Tile = Conv2dTile<kFilters, kColumns>;
  static constexpr int kMine = kFilters * Tile::kDepth / Tile::kThreads;
  static constexpr int kRowsApart = Tile::kThreads / Tile::kDepth;
  const float* from;  // my first element, at start = 0
  int row, l;         // where it is in the tile
  int rows, depth;    // how far A goes from there
  float values[kMine];

  __device__ __forceinline__ Conv2dWeights(const float* A, int rowsOfA, int depthOfA, int firstRow)
      : row(threadIdx.x / Tile::kDepth), l(threadIdx.x % Tile::kDepth), rows(rowsOfA - firstRow), depth(depthOfA) {
    from = A + size_t(firstRow + row) * depth + l;
  }

  __device__ __forceinline__ void load(int start) {
    for (int i = 0; i < kMine; ++i) {
      const bool exists = row + i * kRowsApart < rows && start + l < depth;
      values[i] = exists ? from[size_t(i * kRowsApart) * depth + start] : 0.0f;
    }
  }

  __device__ __forceinline__ void store(Tile& tile) const {
    for (int i = 0; i < kMine; ++i) tile.weights[l][row + i * kRowsApart] = values[i];
  }
};

// Adds the products of a tile to the sums of rows up × kEach up and of the columns of `across`. Each row goes the other
// way than the one before: an operand is used again by the next instruction, and registers are read once for both.
template <int kFilters, int kColumns>
__device__ __forceinline__ void conv2d_multiply(const Conv2dTile<kFilters, kColumns>& tile, int up, int across,
                                                float (&sum)[8][8]) {
  for (int l = 0; l < Conv2dTile<kFilters, kColumns>::kDepth; ++l) {
    float a[8], b[8];
    for (int i = 0; i < 8; ++i) a[i] = tile.weights[l][up * 8 + i];
    for (int j = 0; j < 8; ++j) b[j] = tile.columns[l][tile.column(across, j)];
    for (int i = 0; i < 8; ++i) {
      for (int turn = 0; turn < 8; ++turn) {
        const int j = i % 2 ? 7 - turn : turn;
        sum[i][j] += a[i] * b[j];
      }
    }
  }
}
