// Convolution in tiles: a block computes a tile of outputs for kFilters filters and reads X through shared memory.
//
//   Tensors as for conv2d_direct. `tilesAcross` is ceil(q / 32), the tiles along a row.
//   Launch: block (32, 8);
//   grid x: tilesAcross · ceil(p / 8), the tiles of one plane of Y; y: groups · ceil(k / groups / kFilters); z: n.
//   Shared memory: kFilters · r · s floats of weights, then the patch of X.
//
// The idea added: neighbouring outputs need the same elements of X. The block loads, channel by channel, the patch that
// its outputs see into shared memory: the tile and around it a halo as wide as the filters reach. From there each
// element is read for r · s outputs of kFilters filters, which a thread computes side by side: one read of X, kFilters
// products.

template <int kFilters>
__global__ void conv2d_tiled(const float* __restrict__ X, const float* __restrict__ W, const float* __restrict__ bias,
                             float* __restrict__ Y, int c, int h, int w, int k, int r, int s, int p, int q, int stride,
                             int pad, int dilation, int groups, int tilesAcross) {
  extern __shared__ float conv2d_shared[];
  float* taps = conv2d_shared;                      // r · s rows of kFilters
  float* patch = conv2d_shared + r * s * kFilters;  // patchHeight rows of patchWidth
  const int patchWidth = (blockDim.x - 1) * stride + (s - 1) * dilation + 1;
  const int patchHeight = (blockDim.y - 1) * stride + (r - 1) * dilation + 1;

  const int tileRow = blockIdx.x / tilesAcross * blockDim.y, tileColumn = blockIdx.x % tilesAcross * blockDim.x;
  const int top = tileRow * stride - pad, left = tileColumn * stride - pad;  // of the patch, in X
  const int row = tileRow + threadIdx.y, column = tileColumn + threadIdx.x;  // of this thread's outputs

  const int filters = k / groups, depth = c / groups;  // of one group
  const int blocksPerGroup = (filters + kFilters - 1) / kFilters;
  const int group = blockIdx.y / blocksPerGroup;
  const int firstFilter = blockIdx.y % blocksPerGroup * kFilters;  // within the group
  const int image = blockIdx.z;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;

  float sum[kFilters] = {};
  for (int channel = 0; channel < depth; ++channel) {
    const float* plane = X + (size_t(image) * c + group * depth + channel) * h * w;
    for (int e = thread; e < patchHeight * patchWidth; e += threads) {
      const int y = top + e / patchWidth, x = left + e % patchWidth;
      patch[e] = y >= 0 && y < h && x >= 0 && x < w ? plane[size_t(y) * w + x] : 0.0f;
    }
    for (int e = thread; e < r * s * kFilters; e += threads) {
      const int filter = firstFilter + e % kFilters;
      const size_t weights = (size_t(group) * filters + filter) * depth + channel;
      taps[e] = filter < filters ? W[weights * r * s + e / kFilters] : 0.0f;
    }
    __syncthreads();  // patch and weights are complete: now they may be read

    for (int i = 0; i < r; ++i) {
      for (int j = 0; j < s; ++j) {
        const float x = patch[(threadIdx.y * stride + i * dilation) * patchWidth + threadIdx.x * stride + j * dilation];
        for (int f = 0; f < kFilters; ++f) sum[f] += x * taps[(i * s + j) * kFilters + f];
      }
    }
    __syncthreads();  // all have read: now they may be overwritten
  }

  if (row >= p || column >= q) return;
  for (int f = 0; f < kFilters; ++f) {
    const int filter = group * filters + firstFilter + f;
    if (firstFilter + f < filters)
      Y[((size_t(image) * k + filter) * p + row) * q + column] = sum[f] + (bias ? bias[filter] : 0.0f);
  }
}
