// Attention the plain way: all scores go to memory. O = softmax(Q · Kᵀ / √dim) · V for each head.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used: the rest is room to grow where they are a cache. `group` query heads in a row
//   share one head of K and V. scores is [batch, heads, queries, keys]. fp32, row-major, any sizes from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where
//   before is not nullptr, keys is *before + queries, and what was passed the most there can be. scale = 1 / √dim.
//   Launch, in this order:
//     attention_scores         block (16, 16), grid (ceil(keys / 16), ceil(queries / 16), batch · heads)
//     attention_softmax        block (64), grid (ceil(batch · heads · queries / 64))
//     attention_weighted_sum   block (16, 16), grid (ceil(dim / 16), ceil(queries / 16), batch · heads)
//
// Three steps as three kernels: a thread computes one score, normalises one row, computes one element of O. The scores
// are queries × keys for each head: at 8192 of each, 268 MB a head, written, read three times, written and read again.
// A score that is masked is neither computed nor read.

__global__ void attention_scores(const float* __restrict__ Q, const float* __restrict__ K, float* __restrict__ scores,
                                 const int* __restrict__ before, int group, int queries, int keys, int capacity,
                                 int dim, int causal, float scale) {
  if (before) keys = *before + queries;  // known only now
  const int key = blockIdx.x * blockDim.x + threadIdx.x;
  const int query = blockIdx.y * blockDim.y + threadIdx.y;
  const int head = blockIdx.z;
  const int visible = causal ? query + 1 + keys - queries : keys;
  if (query >= queries || key >= visible) return;

  const float* q = Q + (size_t(head) * queries + query) * dim;
  const float* k = K + (size_t(head / group) * capacity + key) * dim;
  float sum = 0.0f;
  for (int d = 0; d < dim; ++d) sum += q[d] * k[d];
  scores[(size_t(head) * queries + query) * keys + key] = sum * scale;
}

__global__ void attention_softmax(float* __restrict__ scores, const int* __restrict__ before, int rows, int queries,
                                  int keys, int causal) {
  if (before) keys = *before + queries;  // known only now
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int query = row % queries;
  const int visible = causal ? query + 1 + keys - queries : keys;

  float* values = scores + size_t(row) * keys;
  float top = values[0];
  for (int key = 1; key < visible; ++key) top = values[key] > top ? values[key] : top;
  float sum = 0.0f;
  for (int key = 0; key < visible; ++key) sum += expf(values[key] - top);
  const float factor = 1.0f / sum;
  for (int key = 0; key < visible; ++key) values[key] = expf(values[key] - top) * factor;
}

__global__ void attention_weighted_sum(const float* __restrict__ weights, const float* __restrict__ V,
                                       float* __restrict__ O, const int* __restrict__ before, int group, int queries,
                                       int keys, int capacity, int dim, int causal) {
  if (before) keys = *before + queries;  // known only now
  const int d = blockIdx.x * blockDim.x + threadIdx.x;
  const int query = blockIdx.y * blockDim.y + threadIdx.y;
  const int head = blockIdx.z;
  if (query >= queries || d >= dim) return;
  const int visible = causal ? query + 1 + keys - queries : keys;

  const float* w = weights + (size_t(head) * queries + query) * keys;
  const float* v = V + size_t(head / group) * capacity * dim + d;
  float sum = 0.0f;
  for (int key = 0; key < visible; ++key) sum += w[key] * v[size_t(key) * dim];
  O[(size_t(head) * queries + query) * dim + d] = sum;
}
