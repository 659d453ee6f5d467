// Convolution as a matrix product, in two kernels.
//
// The idea added: a filter is a row of depth = c/groups · r · s weights, and an output is that row times the depth
// elements of X which the filter covers there. conv2d_im2col writes these elements out, a column for each output; what
// is left is a matrix product, the operation with the fastest code there is. The price is memory: X is stored r · s
// times.

// columns[image][channel][i][j][row][column] = what tap (i, j) sees of the channel at output (row, column).
//
//   X is n × c × h × w, columns is n × c × r × s × p × q.
//   Launch: block 256, grid ceil(n · c · p · q / 256): a thread writes the r · s elements of one channel for one
//   output.

__global__ void conv2d_im2col(const float* __restrict__ X, float* __restrict__ columns, int n, int c, int h, int w,
                              int r, int s, int p, int q, int stride, int pad, int dilation) {
  const size_t index = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t outputs = size_t(p) * q;
  if (index >= n * c * outputs) return;  // the grid is rounded up to whole blocks
  const size_t plane = index / outputs, output = index % outputs;
  const int top = int(output / q) * stride - pad, left = int(output % q) * stride - pad;

  for (int i = 0; i < r; ++i) {
    for (int j = 0; j < s; ++j) {
      const int y = top + i * dilation, x = left + j * dilation;
      const bool inside = y >= 0 && y < h && x >= 0 && x < w;
      columns[((plane * r + i) * s + j) * outputs + output] = inside ? X[(plane * h + y) * w + x] : 0.0f;
    }
  }
}

// C[batch] = A[batch mod sets] · B[batch] + bias: the tiled matrix product with an 8 × 8 tile of C in each thread's
// registers (register_tile.cuh).
//
//   A is sets × m × depth, B is batches × depth × width, C is batches × m × width; bias has sets · m elements or is
//   null. For a convolution: m = k / groups, depth as above, width = p · q; a batch is one group of one image, a set is
//   one group of filters. Launch: block kFilters / 8 · kColumns / 8, grid (batches · ceil(width / kColumns), ceil(m /
//   kFilters)).

template <int kFilters, int kColumns>
__global__ void __launch_bounds__(kFilters / 8 * (kColumns / 8))
    conv2d_matmul(const float* __restrict__ A, const float* __restrict__ B, const float* __restrict__ bias,
                  float* __restrict__ C, int m, int width, int depth, int sets) {
  using Tile = Conv2dTile<kFilters, kColumns>;
  __shared__ Tile tile;

  const int tilesAcross = (width + kColumns - 1) / kColumns;
  const int batch = blockIdx.x / tilesAcross, set = batch % sets;
  const int firstColumn = blockIdx.x % tilesAcross * kColumns, firstRow = blockIdx.y * kFilters;
  A += size_t(set) * m * depth;
  B += size_t(batch) * depth * width;
  C += size_t(batch) * m * width;

  const int up = threadIdx.x / Tile::kThreadsAcross, across = threadIdx.x % Tile::kThreadsAcross;
  Conv2dWeights<kFilters, kColumns> weights(A, m, depth, firstRow);
  float sum[Tile::kEach][Tile::kEach] = {};
  for (int start = 0; start < depth; start += Tile::kDepth) {
    weights.load(start);
    weights.store(tile);
    for (int column = threadIdx.x; column < kColumns; column += Tile::kThreads) {
      const float* from = B + size_t(start) * width + firstColumn + column;
      const int rows = firstColumn + column < width ? depth - start : 0;  // that this column still has
      for (int l = 0; l < Tile::kDepth; ++l) {
        tile.columns[l][column] = l < rows ? from[size_t(l) * width] : 0.0f;
      }
    }
    __syncthreads();  // the tile is complete: now it may be read

    if (firstRow + up * Tile::kEach < m) conv2d_multiply(tile, up, across, sum);
    __syncthreads();  // all have read: now the tile may be overwritten
  }

  for (int i = 0; i < Tile::kEach; ++i) {
    const int row = firstRow + up * Tile::kEach + i;
    if (row >= m) return;
    const float offset = bias ? bias[set * m + row] : 0.0f;
    for (int j = 0; j < Tile::kEach; ++j) {
      const int column = firstColumn + Tile::column(across, j);
      if (column < width) C[size_t(row) * width + column] = sum[i][j] + offset;
    }
  }
}
