// Attention for few queries: the keys are split among blocks, then what the blocks found is combined.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, all
//   16-byte aligned; dim a multiple of 8 up to 128, the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where
//   before is not nullptr, keys is *before + queries, and what was passed the most there can be. scale = 1 / √dim.
//   values is [batch, heads, queries, splits, dim], stats the same with 2 in place of dim, where splits is keys / 256
//   rounded up; both may be nullptr where splits is 1. Launch:
//     attention_split                      block (64), grid (splits, queries, batch · heads)
//     attention_combine, if splits > 1     block (64), grid (queries, batch · heads)
//
// The idea added: a transformer that writes a text asks with one query at a time. A block for each query would leave
// the GPU all but empty while a few blocks walk through thousands of keys. Here each block takes 256 keys: a thread
// computes whole scores, eight elements a load; then the threads change their places, and dim / 8 of them share a row
// of V, so that each keeps its elements of the result to itself. Sums of parts are merged with their maxima, just as
// the running maximum merges tiles.
//
// No lane talks to its neighbours by shuffles: between the phases everything goes through a little shared memory.

/// Eight neighbouring elements of a row: two loads of 16 bytes.
struct alignas(16) AttentionPiece {
  float of[8];
};

__device__ inline void attentionAddTo(AttentionPiece& sum, const AttentionPiece& piece, float factor) {
  for (int i = 0; i < 8; ++i) sum.of[i] += factor * piece.of[i];
}

/// The scores of the keys from `thread` on, every 64th; returns the greatest.
__device__ inline float attentionSplitScores(const AttentionPiece* q, const AttentionPiece* k, float* scores, int count,
                                             int pieces, float scale, int thread) {
  float top = -3.0e38f;  // not −∞, of which two would differ by no number
  for (int key = thread; key < count; key += 64) {
    AttentionPiece sum = {};
    for (int piece = 0; piece < pieces; ++piece) {
      const AttentionPiece a = q[piece], b = k[size_t(key) * pieces + piece];
      for (int i = 0; i < 8; ++i) sum.of[i] += a.of[i] * b.of[i];
    }
    const float score = scale * (((sum.of[0] + sum.of[1]) + (sum.of[2] + sum.of[3])) +
                                 ((sum.of[4] + sum.of[5]) + (sum.of[6] + sum.of[7])));
    scores[key] = score;
    top = score > top ? score : top;
  }
  return top;
}

/// The greatest value of the 64 threads, in two turns of eight; every thread has it. tops holds 72.
__device__ inline float attentionMaxOfBlock(float value, float* tops, int thread) {
  tops[thread] = value;
  __syncthreads();
  if (thread < 8) {
    for (int i = 0; i < 64; i += 8) value = tops[thread + i] > value ? tops[thread + i] : value;
    tops[64 + thread] = value;
  }
  __syncthreads();
  for (int i = 0; i < 8; ++i) value = tops[64 + i] > value ? tops[64 + i] : value;
  return value;
}

__global__ void attention_split(const float* __restrict__ Q, const float* __restrict__ K, const float* __restrict__ V,
                                float* __restrict__ O, float* __restrict__ values, float* __restrict__ stats,
                                const int* __restrict__ before, int group, int queries, int keys, int capacity, int dim,
                                int causal, float scale) {
  if (before) keys = *before + queries;  // known only now
  constexpr int kThreads = 64, kKeys = 256, kMaxDim = 128;
  __shared__ AttentionPiece sharedQ[kMaxDim / 8];
  __shared__ float weights[kKeys];
  __shared__ float tops[kThreads + 8];
  __shared__ AttentionPiece results[kThreads];
  __shared__ float sums[kThreads];

  const int thread = threadIdx.x, query = blockIdx.y, head = blockIdx.z;
  const int visible = causal ? query + 1 + keys - queries : keys;
  const int begin = blockIdx.x * kKeys, count = min(kKeys, visible - begin);
  if (count <= 0) return;  // the whole block

  const int pieces = dim / 8;  // of a row
  const size_t row = size_t(head) * queries + query;
  const size_t firstKey = (size_t(head / group) * capacity + begin) * dim;
  const AttentionPiece* v = reinterpret_cast<const AttentionPiece*>(V + firstKey);
  if (thread < pieces) sharedQ[thread] = reinterpret_cast<const AttentionPiece*>(Q + row * dim)[thread];
  __syncthreads();

  // One thread, one score.
  const float mine = attentionSplitScores(sharedQ, reinterpret_cast<const AttentionPiece*>(K + firstKey), weights,
                                          count, pieces, scale, thread);
  const float top = attentionMaxOfBlock(mine, tops, thread);
  for (int key = thread; key < count; key += kThreads) weights[key] = expf(weights[key] - top);
  __syncthreads();

  // One thread, one piece of the result, from every `shares`-th key.
  const int shares = kThreads / pieces, share = thread / pieces, piece = thread % pieces;
  if (share < shares) {
    AttentionPiece result = {};
    float sum = 0.0f;
    for (int key = share; key < count; key += shares) {
      attentionAddTo(result, v[size_t(key) * pieces + piece], weights[key]);
      sum += weights[key];
    }
    results[thread] = result;
    if (piece == 0) sums[share] = sum;
  }
  __syncthreads();

  if (thread >= pieces) return;
  AttentionPiece result = results[thread];
  float sum = sums[0];
  for (int other = 1; other < shares; ++other) {
    attentionAddTo(result, results[other * pieces + thread], 1.0f);
    sum += sums[other];
  }
  const size_t part = row * gridDim.x + blockIdx.x;
  if (gridDim.x == 1) {  // there is nothing to combine
    for (int i = 0; i < 8; ++i) result.of[i] /= sum;
    reinterpret_cast<AttentionPiece*>(O + row * dim)[thread] = result;
    return;
  }
  reinterpret_cast<AttentionPiece*>(values + part * dim)[thread] = result;
  if (thread == 0) {
    stats[2 * part] = top;
    stats[2 * part + 1] = sum;
  }
}

__global__ void attention_combine(const float* __restrict__ values, const float* __restrict__ stats,
                                  float* __restrict__ O, const int* __restrict__ before, int queries, int keys,
                                  int splits, int dim, int causal) {
  if (before) keys = *before + queries;  // known only now
  constexpr int kKeys = 256;
  const int query = blockIdx.x, head = blockIdx.y;
  const int visible = causal ? query + 1 + keys - queries : keys;
  const int parts = (visible + kKeys - 1) / kKeys;  // the other blocks had nothing to see

  const size_t row = size_t(head) * queries + query;
  for (int d = threadIdx.x; d < dim; d += blockDim.x) {
    float top = stats[2 * row * splits];
    for (int part = 1; part < parts; ++part) top = fmaxf(top, stats[2 * (row * splits + part)]);
    float result = 0.0f, sum = 0.0f;
    for (int part = 0; part < parts; ++part) {
      const float correction = expf(stats[2 * (row * splits + part)] - top);
      result += correction * values[(row * splits + part) * dim + d];
      sum += correction * stats[2 * (row * splits + part) + 1];
    }
    O[row * dim + d] = result / sum;
  }
}
