// Attention with register tiles: each thread computes many scores and many elements of the result at a time.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, all
//   16-byte aligned; dim a multiple of 4 up to kDim, the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where
//   before is not nullptr, keys is *before + queries, and what was passed the most there can be. scale = 1 / √dim.
//   Launch: block (8, 8): 64 queries; grid (ceil(queries / 64), batch · heads).
//
// The idea added: the fused kernel reads two numbers from shared memory for each multiplication. Here a thread holds 8
// queries × kKeys / 8 keys of the scores and 8 queries × kDim / 8 elements of the result in registers: for every
// element of the sum it reads 8 numbers of Q and 4 of K, and multiplies 32 times; for the result, 8 weights and 8
// numbers of V, and multiplies 64 times (dim 64). To be read so, Q, K and the weights lie transposed in shared memory:
// what a thread needs together is contiguous. K and V take turns in the same memory, so that more blocks find room.
//
// The maximum of a row is put together by the 8 threads that share it through shared memory. With a causal mask the
// last queries see most: their blocks come first, so that none is left to run alone at the end.

/// Numbers that eight neighbouring queries have in one place.
struct alignas(16) AttentionEight {
  float of[8];
};

__device__ inline void attentionAddTo(AttentionEight& sum, const AttentionEight& a, float b) {
  for (int r = 0; r < 8; ++r) sum.of[r] += a.of[r] * b;
}

/// tile[d][row] = factor · rows[row][d]; 0 for rows from `count` on.
template <int kRows>
__device__ inline void attentionLoadTransposed(float* tile, const float* rows, int count, int dim, float factor,
                                               int thread) {
  const int row = thread % kRows;  // neighbouring threads write neighbouring elements
  for (int d = thread / kRows * 4; d < dim; d += 64 / kRows * 4) {
    float4 value = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row < count) value = *reinterpret_cast<const float4*>(rows + size_t(row) * dim + d);
    tile[d * kRows + row] = factor * value.x;
    tile[(d + 1) * kRows + row] = factor * value.y;
    tile[(d + 2) * kRows + row] = factor * value.z;
    tile[(d + 3) * kRows + row] = factor * value.w;
  }
}

/// tile[row][d] = rows[row][d]; 0 for rows from `count` on and d from dim to kDim.
template <int kRows, int kDim>
__device__ inline void attentionLoad(float4* tile, const float* rows, int count, int dim, int x, int y) {
  for (int row = y; row < kRows; row += 8) {
    for (int d = x * 4; d < kDim; d += 32) {
      float4 value = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      if (row < count && d < dim) value = *reinterpret_cast<const float4*>(rows + size_t(row) * dim + d);
      tile[(row * kDim + d) / 4] = value;
    }
  }
}

/// score[s] += Q · K for eight queries and keys 0 … kS − 1 of the tiles, which begin at the thread's own.
template <int kS>
__device__ inline void attentionScores(AttentionEight* score, const AttentionEight* tileQ, const float* tileK,
                                       int dim) {
  for (int d = 0; d < dim; ++d) {
    const AttentionEight a = tileQ[d * 8];
    for (int s = 0; s < kS; ++s) attentionAddTo(score[s], a, tileK[d * kS * 8 + s]);
  }
}

/// Takes away the scores of keys that a query does not see. The first of the eight queries sees `visible` keys; with a
/// causal mask each of the others sees one more than the one before.
template <int kS>
__device__ inline void attentionHide(AttentionEight* score, int firstKey, int visible, int causal) {
  for (int s = 0; s < kS; ++s)
    for (int r = 0; r < 8; ++r)
      if (firstKey + s >= visible + (causal ? r : 0)) score[s].of[r] = -INFINITY;
}

/// result[d] += weights · V for eight queries and the thread's groups of four elements.
template <int kKeys, int kD>
__device__ inline void attentionAddValues(AttentionEight* result, const AttentionEight* tileP, const float4* tileV) {
  for (int key = 0; key < kKeys; ++key) {
    const AttentionEight a = tileP[key * 8];
    for (int d = 0; d < kD; ++d) {
      const float4 b = tileV[(key * kD + d) * 8];
      attentionAddTo(result[d * 4], a, b.x);
      attentionAddTo(result[d * 4 + 1], a, b.y);
      attentionAddTo(result[d * 4 + 2], a, b.z);
      attentionAddTo(result[d * 4 + 3], a, b.w);
    }
  }
}

/// For each of eight queries: put together what the eight threads that share it found.
template <class Merge>
__device__ inline AttentionEight attentionOfThreads(const AttentionEight* found, int y, Merge merge) {
  AttentionEight all = found[y];
  for (int x = 1; x < 8; ++x)
    for (int r = 0; r < 8; ++r) all.of[r] = merge(all.of[r], found[x * 8 + y].of[r]);
  return all;
}

template <int kDim>
__global__ void __launch_bounds__(64)
    attention_registers(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V,
                        float* __restrict__ O, const int* __restrict__ before, int group, int queries, int keys,
                        int capacity, int dim, int causal, float scale) {
  if (before) keys = *before + queries;  // known only now
  constexpr int kRows = 64, kKeys = kDim > 64 ? 16 : 32;
  constexpr int kS = kKeys / 8;  // a thread's keys: x · kS …
  constexpr int kD = kDim / 32;  // its groups of four elements: x · 4 …, each 32 after the one before
  __shared__ AttentionEight tileQ[kDim * kRows / 8];   // [dim][query]
  __shared__ float4 tileKV[kDim * kKeys / 4];          // K: [dim][key]; V: [key][dim]
  __shared__ AttentionEight tileP[kKeys * kRows / 8];  // weights, [key][query]
  __shared__ AttentionEight found[8 * kRows / 8];      // what threads tell each other, [x][query]
  float* const tileK = &tileKV[0].x;

  const int x = threadIdx.x, y = threadIdx.y, thread = y * 8 + x, head = blockIdx.y;
  const int first = (gridDim.x - 1 - blockIdx.x) * kRows;
  const float* k = K + size_t(head / group) * capacity * dim;
  const float* v = V + size_t(head / group) * capacity * dim;

  // How many keys the first and the last query of the block see.
  const int least = causal ? first + 1 + keys - queries : keys;
  const int most = causal ? min(first + kRows, queries) + keys - queries : keys;

  attentionLoadTransposed<kRows>(tileQ[0].of, Q + (size_t(head) * queries + first) * dim, queries - first, dim, scale,
                                 thread);
  AttentionEight result[kD * 4] = {}, top, sum = {};       // sum: of this thread's keys
  for (int r = 0; r < 8; ++r) top.of[r] = -3.4028235e38f;  // the least finite number: −∞ − −∞ is NaN

  for (int start = 0; start < most; start += kKeys) {
    attentionLoadTransposed<kKeys>(tileK, k + size_t(start) * dim, most - start, dim, 1.0f, thread);
    __syncthreads();  // Q and K are there

    AttentionEight score[kS] = {};
    attentionScores<kS>(score, tileQ + y, tileK + x * kS, dim);
    if (start + kKeys > least)  // some of these keys some of these queries do not see
      attentionHide<kS>(score, start + x * kS, causal ? least + y * 8 : keys, causal);
    AttentionEight most8 = score[0];
    for (int s = 1; s < kS; ++s)
      for (int r = 0; r < 8; ++r) most8.of[r] = score[s].of[r] > most8.of[r] ? score[s].of[r] : most8.of[r];
    found[x * 8 + y] = most8;
    __syncthreads();  // the maxima are there, and K has been read

    attentionLoad<kKeys, kDim>(tileKV, v + size_t(start) * dim, most - start, dim, x, y);
    const AttentionEight tileTop = attentionOfThreads(found, y, [](float a, float b) { return a > b ? a : b; });
    for (int r = 0; r < 8; ++r) {
      if (tileTop.of[r] <= top.of[r]) continue;
      const float correction = expf(top.of[r] - tileTop.of[r]);
      top.of[r] = tileTop.of[r];
      sum.of[r] *= correction;
      for (int d = 0; d < kD * 4; ++d) result[d].of[r] *= correction;
    }
    for (int s = 0; s < kS; ++s) {
      AttentionEight weight;
      for (int r = 0; r < 8; ++r) weight.of[r] = expf(score[s].of[r] - top.of[r]);
      for (int r = 0; r < 8; ++r) sum.of[r] += weight.of[r];
      tileP[(x * kS + s) * 8 + y] = weight;
    }
    __syncthreads();  // V and the weights are there

    attentionAddValues<kKeys, kD>(result, tileP + y, tileKV + x);
    __syncthreads();  // V and the weights have been read
  }

  found[x * 8 + y] = sum;
  __syncthreads();
  const AttentionEight all = attentionOfThreads(found, y, [](float a, float b) { return a + b; });
  for (int r = 0; r < 8 && first + y * 8 + r < queries; ++r) {
    float* out = O + (size_t(head) * queries + first + y * 8 + r) * dim;
    for (int d = 0; d < kD && d * 32 + x * 4 < dim; ++d) {
      *reinterpret_cast<float4*>(out + d * 32 + x * 4) =
          make_float4(result[d * 4].of[r] / all.of[r], result[d * 4 + 1].of[r] / all.of[r],
                      result[d * 4 + 2].of[r] / all.of[r], result[d * 4 + 3].of[r] / all.of[r]);
    }
  }
}
