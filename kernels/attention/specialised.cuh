// Attention by Hopper's matrix unit: one thread fetches, eight warps multiply, and scores never leave their registers.
//
//   O = softmax(Q · Kᵀ / √dim) · V for each head, of fp16 or bf16; sums are fp32. Q and O are [batch, heads, queries,
//   dim]; K and V are [batch, heads / group, keys, dim], where `group` query heads in a row share one head of K and V.
//   Q, K and V come as tensor maps with boxes of 64 × 64 × 1 elements, the heads in their third side. dim is a multiple
//   of 8 up to kDim (64 or 128), the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries.
//   scale = 1 / √dim.
//   Launch: block (288), grid (ceil(queries / 128), batch · heads). Dynamic shared memory: an attention_ring.
//
// The ideas added. Both products are the matrix unit's (as in kernels/matmul/unit_specialised.cuh): a warpgroup has 64
// queries and multiplies them by 128 keys at a time, which lie in shared memory as the copy unit left them. What comes
// out, 64 × 128 scores, stays where it is: 64 of them in the registers of each of 128 threads. A row of scores is
// spread over four neighbouring lanes only, so its maximum takes two shuffles; and rounded, the weights are already
// the operand that the second product wants: the unit takes its left side from registers, too. Between Q · Kᵀ and · V
// nothing goes through shared memory, and nobody waits but for tiles.
//
// One thread fetches keys, values, keys, values … into a ring of four stages. While one warpgroup computes weights, the
// unit multiplies for the other.

template <class T, int kDim>
struct attention_ring {
  static constexpr int kStages = 4, kKeys = 128, kParts = kDim / 64;
  struct box {
    T element[64 * 64];
  };
  struct tile {
    box boxes[2 * kParts];  // of keys: each part of dim, 128 keys; of values: 64 keys twice, all parts of dim
  };
  box queries[2][kParts];  // of each warpgroup
  tile tiles[kStages];
  tma::barrier asked, full[kStages], empty[kStages];
};

// What the one thread does that fetches.
template <class T, int kDim>
__device__ __forceinline__ void attention_fetch(attention_ring<T, kDim>& ring, const tma::tensor_map& Q,
                                                const tma::tensor_map& K, const tma::tensor_map& V, int tiles,
                                                int firstQuery, int head, int headOfKeys) {
  using Ring = attention_ring<T, kDim>;
  ring.asked.arrive_and_expect(sizeof(ring.queries));
  for (int group = 0; group < 2; ++group)
    for (int part = 0; part < Ring::kParts; ++part)
      tma::copy_box(ring.queries[group][part].element, Q, ring.asked, 64 * part, firstQuery + 64 * group, head);

  for (int step = 0; step < 2 * tiles; ++step) {
    const int s = step % Ring::kStages, round = step / Ring::kStages, firstKey = step / 2 * Ring::kKeys;
    auto& boxes = ring.tiles[s].boxes;
    if (round > 0) ring.empty[s].wait((round - 1) % 2);
    ring.full[s].arrive_and_expect(sizeof(boxes));
    for (int part = 0; part < Ring::kParts; ++part) {
      for (int half = 0; half < 2; ++half) {
        const int x = 64 * part, y = firstKey + 64 * half;
        if (step % 2 == 0)
          tma::copy_box(boxes[part * 2 + half].element, K, ring.full[s], x, y, headOfKeys);
        else
          tma::copy_box(boxes[half * Ring::kParts + part].element, V, ring.full[s], x, y, headOfKeys);
      }
    }
  }
}

/// Put together over the four lanes that share rows of a sum; each has it.
template <class Merge>
__device__ inline float attentionOfFour(float value, Merge merge) {
  for (int distance = 1; distance < 4; distance *= 2)
    value = merge(value, __shfl_xor_sync(kFullMask, value, distance, 4));
  return value;
}

/// Takes away the scores of keys that a query does not see. The first of the thread's two queries sees `visible` keys
/// of the tile; the other one is eight further on.
template <class Scores>
__device__ __forceinline__ void attentionHide(Scores& score, int visible, int causal) {
#pragma unroll
  for (int i = 0; i < score.num_elements; ++i)
    if (warpgroup::column(i) >= visible + (causal && i / 2 % 2 == 1 ? 8 : 0)) score.x[i] = -INFINITY;
}

/// Softmax with a running maximum, for each of the thread's two rows: scores become weights, and what was summed so far
/// is corrected. factor: scores are powers of two with it.
template <class Scores, class Result>
__device__ __forceinline__ void attentionWeigh(Scores& score, Result& result, float* top, float* sum, float factor) {
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    float most = top[r];
#pragma unroll
    for (int i = 2 * r; i < score.num_elements; i += 4) most = fmaxf(most, fmaxf(score.x[i], score.x[i + 1]));
    most = attentionOfFour(most, [](float a, float b) { return fmaxf(a, b); });
    const float correction = exp2f(factor * (top[r] - most));
    top[r] = most;
#pragma unroll
    for (int i = 2 * r; i < result.num_elements; i += 4) {
      result.x[i] *= correction;
      result.x[i + 1] *= correction;
    }
    const float shift = factor * most;
    float weights = 0.0f;
#pragma unroll
    for (int i = 2 * r; i < score.num_elements; i += 4) {
      score.x[i] = exp2f(factor * score.x[i] - shift);
      score.x[i + 1] = exp2f(factor * score.x[i + 1] - shift);
      weights += score.x[i] + score.x[i + 1];
    }
    sum[r] = sum[r] * correction + weights;
  }
}

template <class T>
struct alignas(4) AttentionTwo {
  T of[2];
};

template <class T, int kDim>
__global__ void __launch_bounds__(288, 1)
    attention_specialised(const __grid_constant__ tma::tensor_map Q, const __grid_constant__ tma::tensor_map K,
                          const __grid_constant__ tma::tensor_map V, T* __restrict__ O, int group, int queries,
                          int keys, int dim, int causal, float scale) {
  using Ring = attention_ring<T, kDim>;
  extern __shared__ tma::shared_kibibyte attention_shared[];
  auto& ring = *reinterpret_cast<Ring*>(attention_shared);

  const int head = blockIdx.y, later = causal ? keys - queries : 0;
  const int firstOfBlock = (gridDim.x - 1 - blockIdx.x) * 128;  // the last queries see most, and begin first
  const int most = causal ? min(firstOfBlock + 128, queries) + later : keys;
  const int tiles = (most + Ring::kKeys - 1) / Ring::kKeys;

  if (threadIdx.x == 0) {
    ring.asked.init(1);
    for (int s = 0; s < Ring::kStages; ++s) {
      ring.full[s].init(1);   // the thread that fetches
      ring.empty[s].init(8);  // a thread of each warp that multiplies
    }
    tma::publish_barriers();
  }
  __syncthreads();

  if (threadIdx.x >= 256) {  // the ninth warp
    if (threadIdx.x == 256) attention_fetch<T, kDim>(ring, Q, K, V, tiles, firstOfBlock, head, head / group);
    return;
  }

  const int side = threadIdx.x / 128, first = firstOfBlock + 64 * side, query = first + warpgroup::row(0);
  const int least = causal ? first + 1 + later : keys;    // that any query of this warpgroup sees
  const int visible = causal ? query + 1 + later : keys;  // that the first of this thread's queries sees
  const float factor = scale * 1.44269504f;               // expf(x) is exp2f(1.44… · x)
  float top[2] = {-3.4028235e38f, -3.4028235e38f};        // the least finite number: −∞ − −∞ is NaN
  float sum[2] = {0.0f, 0.0f};
  warpgroup::accumulator<kDim> result;
  warpgroup::fill(result, 0.0f);
  ring.asked.wait(0);

  for (int tile = 0; tile < tiles; ++tile) {
    const int s = 2 * tile % Ring::kStages, parity = 2 * tile / Ring::kStages % 2, start = tile * Ring::kKeys;
    warpgroup::accumulator<Ring::kKeys> score;
    warpgroup::fill(score, 0.0f);
    ring.full[s].wait(parity);
    warpgroup::begin(score);
#pragma unroll
    for (int l = 0; l < kDim; l += 16) {
      const auto &q = ring.queries[side][l / 64], &k = ring.tiles[s].boxes[l / 64 * 2];
      warpgroup::multiply_accumulate(score, warpgroup::along_k<T>(q.element, l % 64),
                                     warpgroup::along_k<T>(k.element, l % 64));
    }
    warpgroup::wait(score);
    if (threadIdx.x % 32 == 0) ring.empty[s].arrive();

    if (start + Ring::kKeys > least) attentionHide(score, visible - start, causal);
    attentionWeigh(score, result, top, sum, factor);
    const warpgroup::rounded<T, Ring::kKeys> weights(score);

    ring.full[s + 1].wait(parity);
    warpgroup::begin(result);
#pragma unroll
    for (int l = 0; l < Ring::kKeys; l += 16) {
      const auto& v = ring.tiles[s + 1].boxes[l / 64 * Ring::kParts];
      warpgroup::multiply_accumulate(result, weights.columns(l), warpgroup::across_k<T>(v.element, l % 64));
    }
    warpgroup::wait(result);
    if (threadIdx.x % 32 == 0) ring.empty[s + 1].arrive();
  }

  for (int r = 0; r < 2; ++r) sum[r] = 1.0f / attentionOfFour(sum[r], [](float a, float b) { return a + b; });
#pragma unroll
  for (int i = 0; i < result.num_elements; i += 2) {
    const int row = first + warpgroup::row(i), d = warpgroup::column(i);
    if (row >= queries || d >= dim) continue;
    const float share = sum[i / 2 % 2];
    *reinterpret_cast<AttentionTwo<T>*>(O + (size_t(head) * queries + row) * dim + d) = {T(result.x[i] * share),
                                                                                         T(result.x[i + 1] * share)};
  }
}
