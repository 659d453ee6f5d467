// Convolution by Winograd's F(2×2, 3×3): fewer multiplications, in four kernels.
//
//   3 × 3 filters at stride 1 and dilation 1; else tensors as for conv2d_direct. Y is cut into tiles of 2 × 2 outputs,
//   which need 4 × 4 elements of X: `down` = ceil(p / 2) by `along` = ceil(q / 2) tiles an image, `tiles` in all
//   images.
//
// The idea added: the four outputs of a tile need 36 products with a 3 × 3 filter if each is computed by itself. In one
// dimension, two outputs of a filter g over d take four products instead of six:
//
//   m0 = (d0 − d2) g0    m1 = (d1 + d2) (g0 + g1 + g2) / 2    m2 = (d2 − d1) (g0 − g1 + g2) / 2    m3 = (d1 − d3) g2
//   y0 = m0 + m1 + m2    y1 = m1 − m2 − m3
//
// In two dimensions that is 16 instead of 36. Weights and pictures are transformed once, the 16 products of each tile
// are summed over the channels by 16 matrix products (conv2d_matmul of im2col.cuh), and the sums are transformed back.
// The price is memory for all three. The transforms add roundings of their own, but the sums are a ninth as long.

// U[e][filter][channel] = element e of G g Gᵀ, the transformed filter.
//   W is filters × 3 × 3 with filters = k · c/groups; U is 16 × filters. Launch: block 256, grid ceil(filters / 256).
__global__ void conv2d_winograd_filter(const float* __restrict__ W, float* __restrict__ U, int filters) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= filters) return;

  float rows[4][3];  // G g
  for (int j = 0; j < 3; ++j) {
    const float g0 = W[size_t(index) * 9 + j], g1 = W[size_t(index) * 9 + 3 + j], g2 = W[size_t(index) * 9 + 6 + j];
    rows[0][j] = g0;
    rows[1][j] = 0.5f * (g0 + g1 + g2);
    rows[2][j] = 0.5f * (g0 - g1 + g2);
    rows[3][j] = g2;
  }
  for (int i = 0; i < 4; ++i) {
    const float g0 = rows[i][0], g1 = rows[i][1], g2 = rows[i][2];
    const float all[4] = {g0, 0.5f * (g0 + g1 + g2), 0.5f * (g0 - g1 + g2), g2};
    for (int j = 0; j < 4; ++j) U[size_t(i * 4 + j) * filters + index] = all[j];
  }
}

// V[e][channel][tile] = element e of Bᵀ d B, the transformed 4 × 4 elements of X which a tile needs.
//   V is 16 × c × tiles. Launch: block 256, grid ceil(c · tiles / 256); neighbouring threads have neighbouring tiles.
__global__ void conv2d_winograd_input(const float* __restrict__ X, float* __restrict__ V, int c, int h, int w, int pad,
                                      int down, int along, int tiles) {
  const size_t index = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index >= size_t(c) * tiles) return;
  const int channel = index / tiles, tile = index % tiles;
  const int image = tile / (down * along);
  const int top = tile / along % down * 2 - pad, left = tile % along * 2 - pad;
  const float* plane = X + (size_t(image) * c + channel) * h * w;

  float d[4][4];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const int y = top + i, x = left + j;
      d[i][j] = y >= 0 && y < h && x >= 0 && x < w ? plane[size_t(y) * w + x] : 0.0f;
    }
  }
  float rows[4][4];  // Bᵀ d
  for (int j = 0; j < 4; ++j) {
    rows[0][j] = d[0][j] - d[2][j];
    rows[1][j] = d[1][j] + d[2][j];
    rows[2][j] = d[2][j] - d[1][j];
    rows[3][j] = d[1][j] - d[3][j];
  }
  for (int i = 0; i < 4; ++i) {
    const float* t = rows[i];
    const float all[4] = {t[0] - t[2], t[1] + t[2], t[2] - t[1], t[1] - t[3]};
    for (int j = 0; j < 4; ++j) V[(size_t(i * 4 + j) * c) * tiles + index] = all[j];
  }
}

// The 2 × 2 outputs of each tile: Aᵀ m A of the sums M[e][filter][tile].
//   M is 16 × k × tiles. Launch: block 256, grid ceil(k · tiles / 256).
__global__ void conv2d_winograd_output(const float* __restrict__ M, const float* __restrict__ bias,
                                       float* __restrict__ Y, int k, int p, int q, int down, int along, int tiles) {
  const size_t index = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index >= size_t(k) * tiles) return;
  const int filter = index / tiles, tile = index % tiles;
  const int image = tile / (down * along);
  const int row = tile / along % down * 2, column = tile % along * 2;

  float rows[2][4];  // Aᵀ m
  for (int j = 0; j < 4; ++j) {
    float m[4];
    for (int i = 0; i < 4; ++i) m[i] = M[(size_t(i * 4 + j) * k) * tiles + index];
    rows[0][j] = m[0] + m[1] + m[2];
    rows[1][j] = m[1] - m[2] - m[3];
  }
  const float offset = bias ? bias[filter] : 0.0f;
  for (int i = 0; i < 2 && row + i < p; ++i) {
    const float* t = rows[i];
    float* out = Y + ((size_t(image) * k + filter) * p + row + i) * q + column;
    out[0] = t[0] + t[1] + t[2] + offset;
    if (column + 1 < q) out[1] = t[1] - t[2] - t[3] + offset;
  }
}
