// Attention by one thread for each query, which walks along the keys. O = softmax(Q · Kᵀ / √dim) · V for each head.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, dim
//   from 1 to 128, the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where
//   before is not nullptr, keys is *before + queries, and what was passed the most there can be. scale = 1 / √dim.
//   Launch: block (4), grid (ceil(batch · heads · queries / 4)).
//
// The idea added: softmax with a running maximum needs no row of scores in memory. The thread takes 32 keys at a
// time and corrects what it summed so far when they bring a greater maximum. No thread waits for another: this is the
// step for processors, where a barrier costs more than many scores. On a GPU the threads are few and read apart.

struct AttentionSums {
  float of[8];
};

/// q · k in eight sums that do not wait for each other.
__device__ inline float attentionScore(const float* q, const float* k, int dim) {
  AttentionSums sums = {};
  int d = 0;
  for (; d + 8 <= dim; d += 8)
    for (int i = 0; i < 8; ++i) sums.of[i] += q[d + i] * k[d + i];
  float quarter[4];
  for (int i = 0; i < 4; ++i) quarter[i] = sums.of[i] + sums.of[i + 4];
  float score = (quarter[0] + quarter[2]) + (quarter[1] + quarter[3]);
  for (; d < dim; ++d) score += q[d] * k[d];
  return score;
}

/// eˣ for x ≤ 0, without a branch, so that a vector unit computes many at a time: 2ⁿ · 2ᶠ with n whole and f in −½ … ½.
__device__ inline float attentionExp(float x) {
  const float wanted = x * 1.44269504f, power = wanted < -126.0f ? -126.0f : wanted;
  const float shifted = power + 12582912.0f;  // 1.5 · 2²³: what is behind the point falls off
  const float f = power - (shifted - 12582912.0f);
  const float fraction =
      1.0f + f * (0.6931472067f +
                  f * (0.2402265092f +
                       f * (0.05550327227f + f * (0.009618056679f + f * (0.001340042818f + f * 0.000154614447f)))));
  unsigned bits, n;
  memcpy(&bits, &fraction, sizeof(bits));
  memcpy(&n, &shifted, sizeof(n));
  bits += n << 23;  // n · 2²³ more is 2ⁿ times as much; what else the sum holds is shifted out
  float result;
  memcpy(&result, &bits, sizeof(result));
  return result;
}

/// The greatest of 32 scores and `top`.
__device__ inline float attentionTop(const float* scores, float top) {
  AttentionSums tops;
  for (int i = 0; i < 8; ++i) tops.of[i] = top;
  for (int key = 0; key < 32; key += 8)
    for (int i = 0; i < 8; ++i) tops.of[i] = scores[key + i] > tops.of[i] ? scores[key + i] : tops.of[i];
  for (int i = 0; i < 8; ++i) top = tops.of[i] > top ? tops.of[i] : top;
  return top;
}

/// Scores become weights; returns their sum.
__device__ inline float attentionWeigh(float* scores, float top) {
  AttentionSums sums = {};
  for (int key = 0; key < 32; ++key) scores[key] = attentionExp(scores[key] - top);
  for (int key = 0; key < 32; key += 8)
    for (int i = 0; i < 8; ++i) sums.of[i] += scores[key + i];
  return ((sums.of[0] + sums.of[4]) + (sums.of[2] + sums.of[6])) +
         ((sums.of[1] + sums.of[5]) + (sums.of[3] + sums.of[7]));
}

/// result[d] += Σ weights[key] · v[key][d], eight elements at a time.
__device__ inline void attentionAddRows(float* result, const float* weights, const float* v, int count, int dim) {
  int d = 0;
  for (; d + 8 <= dim; d += 8) {
    AttentionSums sums = {};
    for (int key = 0; key < count; ++key)
      for (int i = 0; i < 8; ++i) sums.of[i] += weights[key] * v[size_t(key) * dim + d + i];
    for (int i = 0; i < 8; ++i) result[d + i] += sums.of[i];
  }
  for (; d < dim; ++d)
    for (int key = 0; key < count; ++key) result[d] += weights[key] * v[size_t(key) * dim + d];
}

__global__ void attention_streamed(const float* __restrict__ Q, const float* __restrict__ K,
                                   const float* __restrict__ V, float* __restrict__ O, const int* __restrict__ before,
                                   int rows, int group, int queries, int keys, int capacity, int dim, int causal,
                                   float scale) {
  constexpr int kKeys = 32, kMaxDim = 128;
  if (before) keys = *before + queries;  // known only now
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int head = row / queries, query = row % queries;
  const int visible = causal ? query + 1 + keys - queries : keys;
  const float* q = Q + size_t(row) * dim;
  const float* k = K + size_t(head / group) * capacity * dim;
  const float* v = V + size_t(head / group) * capacity * dim;

  float result[kMaxDim] = {};
  float top = -3.0e38f, sum = 0.0f;  // not −∞, of which two would differ by no number
  for (int first = 0; first < visible; first += kKeys) {
    const int count = min(kKeys, visible - first);
    float weights[kKeys];
    for (int key = 0; key < count; ++key) weights[key] = attentionScore(q, k + size_t(first + key) * dim, dim) * scale;
    for (int key = count; key < kKeys; ++key) weights[key] = -INFINITY;  // weighs next to nothing: 2⁻¹²⁶
    const float newTop = attentionTop(weights, top);
    if (newTop > top) {
      const float correction = attentionExp(top - newTop);
      for (int d = 0; d < dim; ++d) result[d] *= correction;
      sum *= correction;
      top = newTop;
    }
    sum += attentionWeigh(weights, top);
    attentionAddRows(result, weights, v + size_t(first) * dim, count, dim);
  }
  for (int d = 0; d < dim; ++d) O[size_t(row) * dim + d] = result[d] / sum;
}
