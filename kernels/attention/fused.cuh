// Attention in one kernel: scores never go to memory. O = softmax(Q · Kᵀ / √dim) · V for each head.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, dim
//   from 1 to 128, the other sizes any from 1. causal = 1: the queries are the last ones, so query i sees keys 0 … i +
//   keys − queries; keys ≥ queries. Where before is not nullptr, keys is *before + queries and what was passed the most
//   there can be. scale = 1 / √dim. Launch: block (32, 8): eight queries, 32 lanes each; grid (ceil(queries / 8), batch
//   · heads).
//
// The idea added: softmax with a running maximum (kernels/softmax/online.cuh) needs no whole row of scores. The block
// walks along the keys in tiles of 32, which it loads into shared memory once for its eight queries. A lane computes
// one score; when a tile brings a greater maximum, what was summed so far, result included, is corrected by exp(old −
// new). Memory is asked for Q, K, V and O alone: no term with queries × keys is left.
//
// 32 lanes are a warp, or half of one where it has 64: shuffles of width 32 stay within either.

__device__ inline float attentionMaxOfLanes(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value = fmaxf(value, __shfl_xor_sync(kFullMask, value, distance, 32));
  return value;  // every lane has it
}

__device__ inline float attentionSumOfLanes(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;
}

__global__ void attention_fused(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V,
                                float* __restrict__ O, const int* __restrict__ before, int group, int queries, int keys,
                                int capacity, int dim, int causal, float scale) {
  if (before) keys = *before + queries;  // known only now
  constexpr int kRows = 8, kKeys = 32, kMaxDim = 128;
  __shared__ float tileQ[kRows][kMaxDim];
  __shared__ float tileK[kKeys][kMaxDim + 1];  // lanes read down a column: one more keeps them in different banks
  __shared__ float tileV[kKeys][kMaxDim];
  __shared__ float weights[kRows][kKeys];

  const int lane = threadIdx.x, row = threadIdx.y, head = blockIdx.y;
  const int first = blockIdx.x * kRows, query = first + row;
  const float* q = Q + (size_t(head) * queries + query) * dim;
  const float* k = K + size_t(head / group) * capacity * dim;
  const float* v = V + size_t(head / group) * capacity * dim;

  // How many keys this query sees, and how many the last query of the block does.
  const int later = causal ? keys - queries : keys;
  const int visible = query >= queries ? 0 : causal ? query + 1 + later : keys;
  const int most = causal ? min(first + kRows, queries) + later : keys;

  if (query < queries)
    for (int d = lane; d < dim; d += 32) tileQ[row][d] = q[d];

  float top = -3.4028235e38f;  // the least finite number: −∞ − −∞ is NaN
  float sum = 0.0f;            // of this lane's keys
  float result[kMaxDim / 32] = {};
  for (int start = 0; start < most; start += kKeys) {
    for (int key = row; key < min(kKeys, most - start); key += kRows) {
      for (int d = lane; d < dim; d += 32) {
        tileK[key][d] = k[size_t(start + key) * dim + d];
        tileV[key][d] = v[size_t(start + key) * dim + d];
      }
    }
    __syncthreads();  // the tiles are complete

    const int count = min(kKeys, visible - start);  // 0 or less: this query sees nothing of the tile
    float score = -INFINITY;
    if (lane < count) {
      score = 0.0f;
      for (int d = 0; d < dim; ++d) score += tileQ[row][d] * tileK[lane][d];
      score *= scale;
    }
    const float newTop = fmaxf(top, attentionMaxOfLanes(score));
    const float correction = expf(top - newTop), weight = expf(score - newTop);
    top = newTop;
    sum = sum * correction + weight;
    weights[row][lane] = weight;
    __syncwarp();  // the weights of this query are complete

    for (int part = 0; part < kMaxDim / 32; ++part) result[part] *= correction;
    for (int key = 0; key < count; ++key) {
      const float w = weights[row][key];
      for (int part = 0; part < kMaxDim / 32; ++part) {
        const int d = lane + 32 * part;
        if (d < dim) result[part] += w * tileV[key][d];
      }
    }
    __syncthreads();  // all have read: the tiles may be overwritten
  }

  sum = attentionSumOfLanes(sum);
  if (query >= queries) return;
  for (int part = 0; part < kMaxDim / 32; ++part) {
    const int d = lane + 32 * part;
    if (d < dim) O[(size_t(head) * queries + query) * dim + d] = result[part] / sum;
  }
}
