// Attention by one thread for each query, which walks along the keys. O = softmax(Q · Kᵀ / √dim) · V for each head.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, dim
//   from 1 to 128, the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where
//   before is not nullptr, keys is *before + queries, and what was passed the most there can be. scale = 1 / √dim.
//   Launch: block (1), grid (batch · heads · queries).
//
// The idea added: softmax with a running maximum needs no row of scores in memory. The thread takes 128 keys at a
// time and corrects what it summed so far when they bring a greater maximum; it computes in lanes of the vector unit
// (kernels/compat/lanes.h). No thread waits for another: this is the step for processors, where a barrier costs more
// than many scores. On a GPU the threads are few and read apart.

#include "kernels/compat/lanes.h"

constexpr int kStreamedKeys = 128;  // that are looked at together: a multiple of kLanes

/// q · k of so many neighbouring keys: 8, or 1.
template <int kCount>
__device__ inline void attentionScores(float* scores, const float* q, const float* k, int dim) {
  Lanes sums[kCount];
  for (int key = 0; key < kCount; ++key) sums[key] = lanesOf(0.0f);
  int d = 0;
  for (; d + kLanes <= dim; d += kLanes) {
    const Lanes a = loadLanes(q + d);
    for (int key = 0; key < kCount; ++key) lanesAdd(sums[key], a, loadLanes(k + size_t(key) * dim + d));
  }
  if (d < dim) {
    const Lanes a = loadLanes(q + d, dim - d);
    for (int key = 0; key < kCount; ++key) lanesAdd(sums[key], a, loadLanes(k + size_t(key) * dim + d, dim - d));
  }
  if constexpr (kCount == 8) {
    lanesSums(scores, sums);
  } else {
    scores[0] = lanesSum(sums[0]);
  }
}

/// Scores of `count` keys; those behind them, up to a whole Lanes, weigh next to nothing. Returns the greatest, or
/// `top`.
__device__ inline float attentionScoresOfKeys(float* scores, const float* q, const float* k, int count, int dim,
                                              float scale, float top) {
  int key = 0;
  for (; key + 8 <= count; key += 8) attentionScores<8>(scores + key, q, k + size_t(key) * dim, dim);
  for (; key < count; ++key) attentionScores<1>(scores + key, q, k + size_t(key) * dim, dim);
  for (; key % kLanes != 0; ++key) scores[key] = -INFINITY;
  Lanes tops = lanesOf(top);
  for (int first = 0; first < key; first += kLanes) {
    const Lanes scaled = loadLanes(scores + first) * lanesOf(scale);
    storeLanes(scores + first, scaled);
    tops = lanesGreater(tops, scaled);
  }
  return lanesMax(tops);
}

/// Scores become weights; returns their sum.
__device__ inline float attentionWeigh(float* scores, int count, float top) {
  Lanes sum = lanesOf(0.0f);
  for (int key = 0; key < count; key += kLanes) {
    const Lanes weights = lanesExp(loadLanes(scores + key) - lanesOf(top));
    storeLanes(scores + key, weights);
    sum = sum + weights;
  }
  return lanesSum(sum);
}

/// result[d] = correction · result[d] + Σ weights[key] · v[key][d] for `width` elements from d on. Four sums that do
/// not wait for each other.
template <class Load>
__device__ inline Lanes attentionWeighted(const float* weights, const float* v, int count, int dim, Load load) {
  Lanes sums[4];
  for (int i = 0; i < 4; ++i) sums[i] = lanesOf(0.0f);
  int key = 0;
  for (; key + 4 <= count; key += 4)
    for (int i = 0; i < 4; ++i) lanesAdd(sums[i], lanesOf(weights[key + i]), load(v + size_t(key + i) * dim));
  for (; key < count; ++key) lanesAdd(sums[0], lanesOf(weights[key]), load(v + size_t(key) * dim));
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

__device__ inline void attentionAddRows(float* result, const float* weights, const float* v, int count, int dim,
                                        float correction) {
  const Lanes factor = lanesOf(correction);
  int d = 0;
  for (; d + kLanes <= dim; d += kLanes) {
    const auto whole = [](const float* from) { return loadLanes(from); };
    storeLanes(result + d, loadLanes(result + d) * factor + attentionWeighted(weights, v + d, count, dim, whole));
  }
  if (d == dim) return;
  const int rest = dim - d;
  const auto some = [rest](const float* from) { return loadLanes(from, rest); };
  const Lanes more = attentionWeighted(weights, v + d, count, dim, some);
  storeLanes(result + d, loadLanes(result + d, rest) * factor + more, rest);
}

__global__ void attention_streamed(const float* __restrict__ Q, const float* __restrict__ K,
                                   const float* __restrict__ V, float* __restrict__ O, const int* __restrict__ before,
                                   int rows, int group, int queries, int keys, int capacity, int dim, int causal,
                                   float scale) {
  constexpr int kMaxDim = 128;
  if (before) keys = *before + queries;  // known only now
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int head = row / queries, query = row % queries;
  const int visible = causal ? query + 1 + keys - queries : keys;
  const float* q = Q + size_t(row) * dim;
  const float* k = K + size_t(head / group) * capacity * dim;
  const float* v = V + size_t(head / group) * capacity * dim;

  float result[kMaxDim];
  for (int d = 0; d < dim; ++d) result[d] = 0.0f;
  float top = -3.4028235e38f, sum = 0.0f;  // the least finite number: −∞ − −∞ is NaN
  for (int first = 0; first < visible; first += kStreamedKeys) {
    const int count = min(kStreamedKeys, visible - first);
    float weights[kStreamedKeys];
    const float newTop = attentionScoresOfKeys(weights, q, k + size_t(first) * dim, count, dim, scale, top);
    const float correction = expf(top - newTop);
    top = newTop;
    sum = sum * correction + attentionWeigh(weights, count, top);
    attentionAddRows(result, weights, v + size_t(first) * dim, count, dim, correction);
  }
  for (int d = 0; d < dim; ++d) O[size_t(row) * dim + d] = result[d] / sum;
}
