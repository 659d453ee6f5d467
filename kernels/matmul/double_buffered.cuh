// C = A · B, the next tiles on their way while these are multiplied.
//
//   A is m × k, B is k × n, C is m × n; fp32, any sizes from 1, row-major, or column-major where kTransA, kTransB say
//   so: A is then stored as k × m, B as n × k. A, B and C begin at multiples of 16 bytes. Launch: block (256), grid
//   (ceil(n / 128), ceil(m / 128), products); a block computes 128 × 128 elements.
//
// The idea added: so far the block loaded, waited, multiplied, waited, and loaded again: memory and arithmetic took
// turns. There are two sets of tiles now. Before it multiplies one, each thread asks global memory for its part of the
// next and only needs it when it has multiplied: the hundreds of cycles a load takes are filled with work. And one
// barrier for each tile is enough, as nobody writes what others still read.

// Four elements that follow each other in memory, of which `inside` exist; 0 for those that do not.
__device__ __forceinline__ float4 matmul_load_four(const float* from, int inside, bool aligned) {
  if (inside >= 4 && aligned) return *reinterpret_cast<const float4*>(from);
  return make_float4(inside > 0 ? from[0] : 0.0f, inside > 1 ? from[1] : 0.0f, inside > 2 ? from[2] : 0.0f,
                     inside > 3 ? from[3] : 0.0f);
}

// The way back.
__device__ __forceinline__ void matmul_store_four(float* to, int inside, bool aligned, float4 four) {
  if (inside >= 4 && aligned) {
    *reinterpret_cast<float4*>(to) = four;
    return;
  }
  if (inside > 0) to[0] = four.x;
  if (inside > 1) to[1] = four.y;
  if (inside > 2) to[2] = four.z;
  if (inside > 3) to[3] = four.w;
}

// A tile is `kDepth` steps of k deep and 128 rows of A, or columns of B, wide. Each thread carries two groups of four
// of it. In memory a group runs along k (A as it is, B transposed) or across (B as it is, A transposed); in shared
// memory the tile always lies with its width along the rows, for the multiplication to read.
template <bool kAlongK>
struct matmul_carrier {
  float4 group[2];

  __device__ static int depth(int g) { return kAlongK ? threadIdx.x % 2 * 4 + 8 * g : threadIdx.x / 32 + 8 * g; }
  __device__ static int place() { return kAlongK ? threadIdx.x / 2 : threadIdx.x % 32 * 4; }

  // Takes from the matrix, of which `first` is the first row (column) of the tile and `width` that after the last there
  // is.
  __device__ __forceinline__ void fetch(const float* matrix, int first, int width, int start, int k) {
    for (int g = 0; g < 2; ++g) {
      const int l = start + depth(g), w = first + place();
      if (kAlongK) {
        group[g] = matmul_load_four(&matrix[w * k + l], w < width ? k - l : 0, k % 4 == 0);
      } else {
        group[g] = matmul_load_four(&matrix[l * width + w], l < k ? width - w : 0, width % 4 == 0);
      }
    }
  }

  __device__ __forceinline__ void put(float (*tile)[132]) const {
    for (int g = 0; g < 2; ++g) {
      float* to = &tile[depth(g)][place()];
      if (kAlongK) {
        to[0 * 132] = group[g].x;
        to[1 * 132] = group[g].y;
        to[2 * 132] = group[g].z;
        to[3 * 132] = group[g].w;
      } else {
        *reinterpret_cast<float4*>(to) = group[g];
      }
    }
  }
};

template <bool kTransA, bool kTransB>
__global__ void __launch_bounds__(256, 2)
    matmul_double_buffered(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int m,
                           int n, int k) {
  constexpr int kTile = 128;  // rows and columns of C a block computes
  constexpr int kDepth = 16;  // columns of A and rows of B in shared memory at a time
  constexpr int kSide = 8;    // rows and columns of C a thread computes
  alignas(16) __shared__ float tileA[2][kDepth][kTile + 4];
  alignas(16) __shared__ float tileB[2][kDepth][kTile + 4];

  A += size_t(blockIdx.z) * m * k;
  B += size_t(blockIdx.z) * k * n;
  C += size_t(blockIdx.z) * m * n;

  const int t = threadIdx.x;
  const int firstRow = blockIdx.y * kTile, firstCol = blockIdx.x * kTile;
  const int warp = t / warpSize, lane = t % warpSize;
  const int row = (warp / 2 * (warpSize / 4) + lane / 8) * 4, col = warp % 2 * 64 + lane % 8 * 4;
  const int rowGap = warpSize / 8 * 4, colGap = 32;  // between a thread's two groups of four

  matmul_carrier<!kTransA> partOfA;
  matmul_carrier<kTransB> partOfB;
  partOfA.fetch(A, firstRow, m, 0, k);
  partOfB.fetch(B, firstCol, n, 0, k);
  partOfA.put(tileA[0]);
  partOfB.put(tileB[0]);
  __syncthreads();

  float sum[kSide][kSide] = {};
  int now = 0;  // which of the two is multiplied
  for (int start = 0; start < k; start += kDepth) {
    const bool more = start + kDepth < k;
    if (more) {
      partOfA.fetch(A, firstRow, m, start + kDepth, k);
      partOfB.fetch(B, firstCol, n, start + kDepth, k);
    }

#pragma unroll 2
    for (int l = 0; l < kDepth; ++l) {
      const float4 a0 = *reinterpret_cast<const float4*>(&tileA[now][l][row]);
      const float4 a1 = *reinterpret_cast<const float4*>(&tileA[now][l][row + rowGap]);
      const float a[kSide] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      float b[kSide];
      for (int j = 0; j < 4; ++j) {
        b[j] = tileB[now][l][col + j];
        b[4 + j] = tileB[now][l][col + colGap + j];
      }
      for (int i = 0; i < kSide; ++i) {
        for (int j = 0; j < kSide; ++j) sum[i][j] += a[i] * b[j];
      }
    }

    if (more) {
      partOfA.put(tileA[1 - now]);
      partOfB.put(tileB[1 - now]);
      __syncthreads();
      now = 1 - now;
    }
  }

  for (int i = 0; i < kSide; ++i) {
    const int r = firstRow + row + i / 4 * rowGap + i % 4;
    for (int g = 0; g < 2; ++g) {
      const int c = firstCol + col + colGap * g, j = 4 * g;
      matmul_store_four(&C[r * n + c], r < m ? n - c : 0, n % 4 == 0,
                        make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]));
    }
  }
}
