// Attention by one thread for each query, which walks along the keys. O = softmax(Q · Kᵀ / √dim) · V for each head.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, dim
//   from 1 to 128, the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where before
//   is not nullptr, keys is *before + queries, and what was passed the most there can be.
//   scale = 1 / √dim.
//   Launch: block (4), grid (ceil(batch · heads · queries / 4)).
//
// The idea added: softmax with a running maximum needs no row of scores in memory. The thread takes sixteen keys at a
// time and corrects what it summed so far when they bring a greater maximum. No thread waits for another: this is the
// step for processors, where a barrier costs more than sixteen scores. On a GPU the threads are few and read apart.

struct AttentionPartialSums {
  float of[8];
};

/// Eight sums that do not wait for each other.
__device__ inline float attentionScore(const float* q, const float* k, int dim) {
  AttentionPartialSums sums = {};
  int d = 0;
  for (; d + 8 <= dim; d += 8)
    for (int i = 0; i < 8; ++i) sums.of[i] += q[d + i] * k[d + i];
  float score =
      ((sums.of[0] + sums.of[4]) + (sums.of[2] + sums.of[6])) + ((sums.of[1] + sums.of[5]) + (sums.of[3] + sums.of[7]));
  for (; d < dim; ++d) score += q[d] * k[d];
  return score;
}

__global__ void attention_streamed(const float* __restrict__ Q, const float* __restrict__ K,
                                   const float* __restrict__ V, float* __restrict__ O, const int* __restrict__ before,
                                   int rows, int group, int queries, int keys, int capacity, int dim, int causal,
                                   float scale) {
  constexpr int kKeys = 16, kMaxDim = 128;
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
    float weights[kKeys], newTop = top;
    for (int key = 0; key < count; ++key) {
      weights[key] = attentionScore(q, k + size_t(first + key) * dim, dim) * scale;
      newTop = weights[key] > newTop ? weights[key] : newTop;
    }
    if (newTop > top) {
      const float correction = expf(top - newTop);
      for (int d = 0; d < dim; ++d) result[d] *= correction;
      sum *= correction;
      top = newTop;
    }
    for (int key = 0; key < count; ++key) {
      const float weight = expf(weights[key] - top);
      const float* value = v + size_t(first + key) * dim;
      for (int d = 0; d < dim; ++d) result[d] += weight * value[d];
      sum += weight;
    }
  }
  for (int d = 0; d < dim; ++d) O[size_t(row) * dim + d] = result[d] / sum;
}
