// C = A · B by the matrix unit, fed without a pause.
//
//   A is m × k, B is k × n, both fp16 or bf16; C is m × n in fp32. Any sizes from 1, row-major, or column-major where
//   kTransA, kTransB say so: A is then stored as k × m, B as n × k. A, B and C begin at multiples of 32 bytes.
//   Launch: block (128), grid (ceil(n / 128), ceil(m / 128), products); a block computes 128 × 128 elements of C.
//
// The ideas added are those of the fp32 ladder. Global memory is read 16 bytes at a time. Each row of a tile has 8
// elements more than it needs, which puts the rows of a fragment in different banks. A warp of 32 computes 64 × 64
// elements, so a fragment is used four times. And there are two sets of tiles: while the unit works on one, the other
// is on its way. A transposed operand needs nothing but the other layout of its fragments.

// Eight elements that follow each other in memory, of which `inside` exist; 0 for those that do not. They stay together
// in four words: compilers take elements out of a load at once, and would wait for each before they start the next.
template <class T>
__device__ __forceinline__ uint4 matmul_load_eight(const T* from, int inside, bool aligned) {
  if (inside >= 8 && aligned) return *reinterpret_cast<const uint4*>(from);
  T part[8];
  for (int q = 0; q < 8; ++q) part[q] = q < inside ? from[q] : T(0.0f);
  unsigned words[4];
  memcpy(words, part, sizeof(words));
  return make_uint4(words[0], words[1], words[2], words[3]);
}

// A tile lies in shared memory as its matrix lies in global memory. Where lines run along k, it has 128 of 32 elements,
// else 32 of 128. Each of the 128 threads carries four groups of eight.
template <class T, bool kAlongK>
struct matmul_unit_carrier {
  static constexpr int kLine = kAlongK ? 32 : 128, kStride = kLine + 8;
  static constexpr int kElements = 4096 / kLine * kStride;
  uint4 group[4];

  __device__ static int line(int g) { return (threadIdx.x + 128 * g) / (kLine / 8); }
  __device__ static int place(int g) { return (threadIdx.x + 128 * g) % (kLine / 8) * 8; }

  // Takes from the matrix, of which the tile begins at line `firstLine`, place `firstPlace`.
  __device__ __forceinline__ void fetch(const T* matrix, int firstLine, int lines, int firstPlace, int length) {
    for (int g = 0; g < 4; ++g) {
      const int i = firstLine + line(g), j = firstPlace + place(g);
      group[g] = matmul_load_eight(&matrix[i * length + j], i < lines ? length - j : 0, length % 8 == 0);
    }
  }

  __device__ __forceinline__ void put(T* tile) const {
    for (int g = 0; g < 4; ++g) *reinterpret_cast<uint4*>(&tile[line(g) * kStride + place(g)]) = group[g];
  }

  // Where in the tile a fragment begins that is `across` rows of A, or columns of B, and `depth` steps of k from its
  // corner.
  __device__ static int corner(int across, int depth) {
    return kAlongK ? across * kStride + depth : depth * kStride + across;
  }
};

// Writes a fragment of C, from row r and column c up. It is stored whole or not at all: at an edge of C, or where rows
// are not aligned, it goes by way of shared memory.
__device__ __forceinline__ void matmul_store_fragment(float* C, int m, int n, int r, int c,
                                                      const matrix_unit::accumulator& sum, float* patch) {
  if (r >= m || c >= n) return;
  if (r + 16 <= m && c + 16 <= n && n % 8 == 0) {
    matrix_unit::store_matrix(&C[r * n + c], sum, n);
    return;
  }
  matrix_unit::store_matrix(patch, sum, 16);
  __syncwarp();
  for (int e = threadIdx.x % warpSize; e < 16 * 16; e += warpSize) {
    if (r + e / 16 < m && c + e % 16 < n) C[(r + e / 16) * n + c + e % 16] = patch[e];
  }
  __syncwarp();
}

template <class T, bool kTransA, bool kTransB>
__global__ void __launch_bounds__(128, 2) matmul_unit_pipelined(const T* __restrict__ A, const T* __restrict__ B,
                                                                float* __restrict__ C, int m, int n, int k) {
  constexpr int kTile = 128;  // rows and columns of C a block computes
  constexpr int kDepth = 32;  // columns of A and rows of B in shared memory at a time
  using PartOfA = matmul_unit_carrier<T, !kTransA>;
  using PartOfB = matmul_unit_carrier<T, kTransB>;
  using LayoutA = std::conditional_t<kTransA, matrix_unit::col_major, matrix_unit::row_major>;
  using LayoutB = std::conditional_t<kTransB, matrix_unit::col_major, matrix_unit::row_major>;
  alignas(32) __shared__ T tileA[2][PartOfA::kElements];
  alignas(32) __shared__ T tileB[2][PartOfB::kElements];
  alignas(32) __shared__ float patch[4][16 * 16];  // one for each warp, for the edges of C

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  // The tile is two warps wide: a warp computes 64 columns, and twice as many rows as it has threads.
  const int t = threadIdx.x, warp = t / warpSize;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;
  const int row = warp / 2 * 2 * warpSize, col = warp % 2 * 64;
  const int down = warpSize / 8;  // fragments below each other: 4 or 8

  PartOfA partOfA;
  PartOfB partOfB;
  const auto fetch = [&](int start) {
    if (kTransA) partOfA.fetch(A, start, k, firstRow, m);
    if (!kTransA) partOfA.fetch(A, firstRow, m, start, k);
    if (kTransB) partOfB.fetch(B, firstCol, n, start, k);
    if (!kTransB) partOfB.fetch(B, start, k, firstCol, n);
  };
  fetch(0);
  partOfA.put(tileA[0]);
  partOfB.put(tileB[0]);
  __syncthreads();

  matrix_unit::accumulator sum[8][4];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) matrix_unit::fill(sum[i][j], 0.0f);
  }
  int now = 0;  // which of the two is multiplied
  for (int start = 0; start < k; start += kDepth) {
    const bool more = start + kDepth < k;
    if (more) fetch(start + kDepth);

    for (int l = 0; l < kDepth; l += 16) {
      matrix_unit::fragment_b<T, LayoutB> b[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        matrix_unit::load_matrix(b[j], &tileB[now][PartOfB::corner(col + 16 * j, l)], PartOfB::kStride);
      }
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        if (i >= down) break;
        matrix_unit::fragment_a<T, LayoutA> a;
        matrix_unit::load_matrix(a, &tileA[now][PartOfA::corner(row + 16 * i, l)], PartOfA::kStride);
        for (int j = 0; j < 4; ++j) matrix_unit::multiply_accumulate(sum[i][j], a, b[j], sum[i][j]);
      }
    }

    if (more) {
      partOfA.put(tileA[1 - now]);
      partOfB.put(tileB[1 - now]);
      __syncthreads();
      now = 1 - now;
    }
  }

#pragma unroll
  for (int i = 0; i < 8; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      if (i < down)
        matmul_store_fragment(C, m, n, firstRow + row + 16 * i, firstCol + col + 16 * j, sum[i][j], patch[warp]);
    }
  }
}
