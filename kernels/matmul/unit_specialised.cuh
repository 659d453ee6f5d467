// C = A · B by Hopper's matrix unit: one thread fetches, eight warps multiply, and neither waits for the other.
//
//   A is m × k, B is k × n, both fp16 or bf16; C is m × n in fp32. Row-major, or column-major where kTransA, kTransB
//   say so: A is then stored as k × m, B as n × k. A and B come as tensor maps with boxes of 64 × 64 × 1 elements, the
//   products of a batch in their third side; their lines are multiples of 16 bytes. Any sizes else, from 1.
//   Launch: block (288), grid (ceil(n / 256), ceil(m / 128), products); a block computes 128 × 256 elements of C.
//   Dynamic shared memory: a matmul_ring.
//
// The ideas added. The unit multiplies for four warps at a time, 64 × 16 by 16 × 256 elements, and takes both operands
// straight from shared memory: no fragment goes through registers, whose room is left to the sums. And what comes from
// global memory comes by itself: one thread asks for a box of 64 × 64 elements, and the copy unit computes the
// addresses, puts zeros where the matrix ends, and swizzles the box so that the matrix unit meets no bank conflict.
//
// So the warps share the work by kind instead of all doing the same. A ring of four stages lies between them: whoever
// fetches runs ahead until all are full, whoever multiplies takes the next one that is. Two barriers a stage tell the
// one what the other has done: `full` that its boxes are there, `empty` that they are multiplied. A ring goes round and
// round; the parity of the round says which phase of a barrier is meant.
//
// And blocks go over C in bands of eight rows of them, down before across: those that run at a time share what they
// read, so that it stays in the second-level cache. Row by row they would read all of B for every few rows.

template <class T>
struct matmul_ring {
  static constexpr int kStages = 4, kDepth = 64;  // a stage holds 64 columns of A, and rows of B
  struct box {
    T element[64 * kDepth];
  };
  struct stage {
    box a[2], b[4];  // of 128 rows and 256 columns
  };
  stage stages[kStages];
  tma::barrier full[kStages], empty[kStages];
};

constexpr int kMatmulBand = 8;  // rows of blocks

// Where this block stands among those of its product.
__device__ __forceinline__ int2 matmul_place() {
  const int block = blockIdx.y * gridDim.x + blockIdx.x, wide = kMatmulBand * gridDim.x;
  const int first = block / wide * kMatmulBand, high = min(kMatmulBand, int(gridDim.y) - first);
  return make_int2(block % wide / high, first + block % wide % high);
}

// What the one thread does that fetches: asks for boxes wherever a stage is empty.
template <class T, bool kTransA, bool kTransB>
__device__ __forceinline__ void matmul_fetch(matmul_ring<T>& ring, const tma::tensor_map& A, const tma::tensor_map& B,
                                             int steps, int firstRow, int firstCol, int product) {
  using Ring = matmul_ring<T>;
  for (int step = 0; step < steps; ++step) {
    const int s = step % Ring::kStages, round = step / Ring::kStages, l = step * Ring::kDepth;
    auto& stage = ring.stages[s];
    if (round > 0) ring.empty[s].wait((round - 1) % 2);
    ring.full[s].arrive_and_expect(sizeof(stage));
    // Neighbours in memory run along k, or across it.
    for (int i = 0; i < 2; ++i) {
      const int row = firstRow + 64 * i;
      tma::copy_box(stage.a[i].element, A, ring.full[s], kTransA ? row : l, kTransA ? l : row, product);
    }
    for (int j = 0; j < 4; ++j) {
      const int col = firstCol + 64 * j;
      tma::copy_box(stage.b[j].element, B, ring.full[s], kTransB ? l : col, kTransB ? col : l, product);
    }
  }
}

// Writes two sums that are neighbours, as far as they are inside of C.
__device__ __forceinline__ void matmul_store_pair(float* C, int m, int n, int r, int c, float first, float second) {
  if (r >= m || c >= n) return;
  if (n % 2 == 0) {
    *reinterpret_cast<float2*>(&C[r * n + c]) = make_float2(first, second);
    return;
  }
  C[r * n + c] = first;
  if (c + 1 < n) C[r * n + c + 1] = second;
}

template <class T, bool kTransA, bool kTransB>
__global__ void __launch_bounds__(288, 1)
    matmul_unit_specialised(const __grid_constant__ tma::tensor_map A, const __grid_constant__ tma::tensor_map B,
                            float* __restrict__ C, int m, int n, int k) {
  using Ring = matmul_ring<T>;
  using PartOfA = std::conditional_t<kTransA, warpgroup::across_k<T>, warpgroup::along_k<T>>;
  using PartOfB = std::conditional_t<kTransB, warpgroup::along_k<T>, warpgroup::across_k<T>>;
  extern __shared__ tma::shared_kibibyte matmul_shared[];
  auto& ring = *reinterpret_cast<Ring*>(matmul_shared);

  const int2 place = matmul_place();
  const int firstRow = place.y * 128, firstCol = place.x * 256;
  const int steps = (k + Ring::kDepth - 1) / Ring::kDepth;

  if (threadIdx.x == 0) {
    for (int s = 0; s < Ring::kStages; ++s) {
      ring.full[s].init(1);   // the thread that fetches
      ring.empty[s].init(8);  // a thread of each warp that multiplies
    }
    tma::publish_barriers();
  }
  __syncthreads();

  if (threadIdx.x >= 256) {  // the ninth warp
    if (threadIdx.x == 256) matmul_fetch<T, kTransA, kTransB>(ring, A, B, steps, firstRow, firstCol, blockIdx.z);
    return;
  }

  const int group = threadIdx.x / 128;  // which has 64 of the rows
  warpgroup::accumulator<256> sum;
  warpgroup::fill(sum, 0.0f);
  for (int step = 0; step < steps; ++step) {
    const int s = step % Ring::kStages, round = step / Ring::kStages;
    const auto& stage = ring.stages[s];
    ring.full[s].wait(round % 2);
    warpgroup::begin(sum);
#pragma unroll
    for (int l = 0; l < Ring::kDepth; l += 16) {
      warpgroup::multiply_accumulate(sum, PartOfA(stage.a[group].element, l), PartOfB(stage.b[0].element, l));
    }
    warpgroup::wait(sum);
    if (threadIdx.x % 32 == 0) ring.empty[s].arrive();
  }

  C += size_t(blockIdx.z) * m * n;
#pragma unroll
  for (int i = 0; i < sum.num_elements; i += 2) {
    const int r = firstRow + 64 * group + warpgroup::row(i), c = firstCol + warpgroup::column(i);
    matmul_store_pair(C, m, n, r, c, sum.x[i], sum.x[i + 1]);
  }
}
