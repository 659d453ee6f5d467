// What kernels/compat/tma.h and warpgroup.h promise, each by itself.

struct OneStage {
  unsigned short a[64 * 64], b[4][64 * 64];
  tma::barrier ready;
};

// The box that begins at (x, y, z), as it lies in shared memory.
__global__ void copied_box(const __grid_constant__ tma::tensor_map from, unsigned short* to, int x, int y, int z) {
  extern __shared__ tma::shared_kibibyte oneStage[];
  auto& stage = *reinterpret_cast<OneStage*>(oneStage);
  if (threadIdx.x == 0) {
    stage.ready.init(1);
    tma::publish_barriers();
    stage.ready.arrive_and_expect(sizeof(stage.a));
    tma::copy_box(stage.a, from, stage.ready, x, y, z);
  }
  __syncthreads();
  stage.ready.wait(0);
  for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x) to[i] = stage.a[i];
}

// Both phases of a barrier for rounds on end: each thread of two warps adds to what the others wrote the round before.
__global__ void passed_on(int* out, int rounds) {
  __shared__ int cell[2];
  alignas(8) __shared__ tma::barrier written[2];
  const int side = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) written[s].init(32);
    tma::publish_barriers();
    cell[0] = cell[1] = 0;
  }
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (round > 0 || side == 1) written[1 - side].wait(side == 1 ? round % 2 : (round - 1) % 2);
    if (threadIdx.x % 32 == 0) cell[side] = cell[1 - side] + 1;
    written[side].arrive();
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = cell[1];
}

// 2 · (A · B + 1): A is 64 × 64, B 64 × 256. A's box, and B's four, hold lines along k or across it.
template <class T, bool kAcrossA, bool kAcrossB>
__global__ void warpgroup_product(const __grid_constant__ tma::tensor_map A, const __grid_constant__ tma::tensor_map B,
                                  float* C) {
  using PartOfA = std::conditional_t<kAcrossA, warpgroup::across_k<T>, warpgroup::along_k<T>>;
  using PartOfB = std::conditional_t<kAcrossB, warpgroup::across_k<T>, warpgroup::along_k<T>>;
  extern __shared__ tma::shared_kibibyte oneStage[];
  auto& stage = *reinterpret_cast<OneStage*>(oneStage);
  if (threadIdx.x == 0) {
    stage.ready.init(1);
    tma::publish_barriers();
    stage.ready.arrive_and_expect(sizeof(stage.a) + sizeof(stage.b));
    tma::copy_box(stage.a, A, stage.ready, 0, 0, 0);
    for (int j = 0; j < 4; ++j)
      tma::copy_box(stage.b[j], B, stage.ready, kAcrossB ? 64 * j : 0, kAcrossB ? 0 : 64 * j, 0);
  }
  __syncthreads();
  stage.ready.wait(0);
  const T* const a = reinterpret_cast<const T*>(stage.a);
  const T* const b = reinterpret_cast<const T*>(stage.b[0]);
  warpgroup::accumulator<256> sum;
  warpgroup::fill(sum, 1.0f);
  warpgroup::begin(sum);
  for (int l = 0; l < 64; l += 16) warpgroup::multiply_accumulate(sum, PartOfA(a, l), PartOfB(b, l));
  warpgroup::wait(sum);
  for (int i = 0; i < sum.num_elements; ++i) C[warpgroup::row(i) * 256 + warpgroup::column(i)] = 2.0f * sum.x[i];
}

// (A · B) · V + 1, of which the first product is rounded and stays in registers. A and B are 64 × 64, V 64 × kColumns.
template <class T, int kColumns>
__global__ void warpgroup_chain(const __grid_constant__ tma::tensor_map A, const __grid_constant__ tma::tensor_map B,
                                const __grid_constant__ tma::tensor_map V, float* C) {
  extern __shared__ tma::shared_kibibyte oneStage[];
  auto& stage = *reinterpret_cast<OneStage*>(oneStage);
  if (threadIdx.x == 0) {
    stage.ready.init(1);
    tma::publish_barriers();
    stage.ready.arrive_and_expect((2 + kColumns / 64) * sizeof(stage.a));
    tma::copy_box(stage.a, A, stage.ready, 0, 0, 0);
    tma::copy_box(stage.b[0], B, stage.ready, 0, 0, 0);
    for (int j = 0; j < kColumns / 64; ++j) tma::copy_box(stage.b[1 + j], V, stage.ready, 64 * j, 0, 0);
  }
  __syncthreads();
  stage.ready.wait(0);
  const auto boxes = [](unsigned short* from) { return reinterpret_cast<const T*>(from); };
  warpgroup::accumulator<64> product;
  warpgroup::fill(product, 0.0f);
  warpgroup::begin(product);
  for (int l = 0; l < 64; l += 16)
    warpgroup::multiply_accumulate(product, warpgroup::along_k<T>(boxes(stage.a), l),
                                   warpgroup::across_k<T>(boxes(stage.b[0]), l));
  warpgroup::wait(product);

  const warpgroup::rounded<T, 64> left(product);
  warpgroup::accumulator<kColumns> sum;
  warpgroup::fill(sum, 1.0f);
  warpgroup::begin(sum);
  for (int l = 0; l < 64; l += 16)
    warpgroup::multiply_accumulate(sum, left.columns(l), warpgroup::across_k<T>(boxes(stage.b[1]), l));
  warpgroup::wait(sum);
  for (int i = 0; i < sum.num_elements; ++i) C[warpgroup::row(i) * kColumns + warpgroup::column(i)] = sum.x[i];
}
