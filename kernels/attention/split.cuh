// Attention for few queries: a block for each query and each share of its keys, read side by side.
//
//   Q and O are [batch, heads, queries, dim]; K and V are [batch, heads / group, capacity, dim], of which the first
//   `keys` rows of each head are used. `group` query heads in a row share one head of K and V. fp32, row-major, all
//   16-byte aligned; dim a multiple of 4 up to 128, the other sizes any from 1.
//   causal = 1: the queries are the last ones, so query i sees keys 0 … i + keys − queries; keys ≥ queries. Where
//   before is not nullptr, keys is *before + queries, and what was passed the most there can be. scale = 1 / √dim.
//   A block takes `share` keys. values is [batch, heads, queries, splits, dim], stats the same with 2 in place of dim,
//   where splits is keys / share rounded up; both may be nullptr where splits is 1. Launch:
//     attention_split                      block (32, 8), grid (splits, queries, batch · heads)
//     attention_combine, if splits > 1     block (64), grid (queries, batch · heads)
//
// The idea added: a transformer that writes a text asks with one query at a time, and then nothing is computed twice:
// what counts is how long a block waits for memory, and how often in a row. Here a key and its value belong to a team
// of lanes, 16 elements a lane; a lane starts the loads of four keys and of their values before it needs the first, so
// that a block has 256 keys of 64 elements, 128 KiB, on their way at once and waits for them once. Only then comes the
// running softmax, each team on its own; the teams' results are merged at the end.
//
// Many keys are split among blocks, and what these found is merged with their maxima, just as the running maximum
// merges tiles. A few are quicker in one block than with a second kernel.

constexpr int kAttentionLanePieces = 4;  // of four elements
constexpr int kAttentionAtOnce = 4;      // keys of a team

/// What a team found in the keys it saw so far: the greatest score, and for each lane its elements of the result.
struct AttentionFound {
  float top, sum;
  float4 result[kAttentionLanePieces];
};

__device__ inline float4 attentionTimes(float factor, const float4& piece) {
  return make_float4(factor * piece.x, factor * piece.y, factor * piece.z, factor * piece.w);
}

__device__ inline void attentionAddTo(float4& sum, float factor, const float4& piece) {
  sum.x += factor * piece.x;
  sum.y += factor * piece.y;
  sum.z += factor * piece.z;
  sum.w += factor * piece.w;
}

__device__ inline float attentionProduct(const float4& a, const float4& b) {
  return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

/// A lane's pieces of a row: every team-th from its own on; zero where there are none.
__device__ inline void attentionLoad(float4 (&to)[kAttentionLanePieces], const float4* row, int own, int team,
                                     int pieces) {
  for (int i = 0; i < kAttentionLanePieces; ++i)
    to[i] = own + i * team < pieces ? row[own + i * team] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
}

/// The keys from `key` on, every `apart`-th, of which those below `count` are there; k and v begin with key 0. Called
/// by all lanes.
__device__ inline void attentionSee(AttentionFound& found, const float4 (&q)[kAttentionLanePieces], const float4* k,
                                    const float4* v, int key, int apart, int count, int own, int team, int pieces,
                                    float scale) {
  float4 keys[kAttentionAtOnce][kAttentionLanePieces], values[kAttentionAtOnce][kAttentionLanePieces];
  for (int i = 0; i < kAttentionAtOnce; ++i) {
    const int there = key + i * apart < count ? pieces : 0;
    attentionLoad(keys[i], k + size_t(key + i * apart) * pieces, own, team, there);
    attentionLoad(values[i], v + size_t(key + i * apart) * pieces, own, team, there);
  }
  // Compilers move no load across this: otherwise they multiply what has come before they ask for more.
  __syncwarp();
  if (!__any_sync(kFullMask, key < count)) return;

  float scores[kAttentionAtOnce], top = found.top;
  for (int i = 0; i < kAttentionAtOnce; ++i) {
    scores[i] = 0.0f;
    for (int piece = 0; piece < kAttentionLanePieces; ++piece) scores[i] += attentionProduct(q[piece], keys[i][piece]);
  }
  for (int distance = team / 2; distance > 0; distance /= 2)
    for (float& score : scores) score += __shfl_xor_sync(kFullMask, score, distance, 32);
  for (int i = 0; i < kAttentionAtOnce; ++i) {
    scores[i] = key + i * apart < count ? scores[i] * scale : -INFINITY;
    top = fmaxf(top, scores[i]);
  }

  const float correction = expf(found.top - top);
  found.top = top;
  found.sum *= correction;
  for (float4& result : found.result) result = attentionTimes(correction, result);
  for (int i = 0; i < kAttentionAtOnce; ++i) {
    const float weight = expf(scores[i] - top);
    found.sum += weight;
    for (int piece = 0; piece < kAttentionLanePieces; ++piece)
      attentionAddTo(found.result[piece], weight, values[i][piece]);
  }
}

/// The greatest of the values that the eight warps' teams have; every thread has it.
__device__ inline float attentionTopOfBlock(float value, float* tops, int lane, int warp, int team) {
  for (int distance = 16; distance >= team; distance /= 2)
    value = fmaxf(value, __shfl_xor_sync(kFullMask, value, distance, 32));
  if (lane == 0) tops[warp] = value;
  __syncthreads();
  value = tops[0];
  for (int other = 1; other < 8; ++other) value = fmaxf(value, tops[other]);
  return value;
}

__global__ void __launch_bounds__(256)
    attention_split(const float* Q, const float* K, const float* V, float* O, float* values, float* stats,
                    const int* before, int group, int queries, int keys, int capacity, int dim, int share, int causal,
                    float scale) {
  letKernelAfterBegin();
  waitForKernelBefore();
  if (before) keys = *before + queries;  // known only now
  constexpr int kThreads = 256;
  __shared__ float4 results[kThreads * kAttentionLanePieces];
  __shared__ float sums[kThreads];
  __shared__ float tops[kThreads / 32];

  const int lane = threadIdx.x, warp = threadIdx.y, thread = warp * 32 + lane, query = blockIdx.y, head = blockIdx.z;
  const int visible = causal ? query + 1 + keys - queries : keys;
  const int begin = blockIdx.x * share, count = min(share, visible - begin);
  if (count <= 0) return;  // the whole block

  const int pieces = dim / 4;  // of a row
  int bits = 0;                // a team has 2^bits lanes
  while (kAttentionLanePieces << bits < pieces) ++bits;
  const int team = 1 << bits, own = lane & (team - 1), teams = kThreads >> bits, mine = thread >> bits;

  const size_t row = size_t(head) * queries + query;
  const size_t firstKey = (size_t(head / group) * capacity + begin) * dim;
  const float4* k = reinterpret_cast<const float4*>(K + firstKey);
  const float4* v = reinterpret_cast<const float4*>(V + firstKey);
  float4 q[kAttentionLanePieces];
  attentionLoad(q, reinterpret_cast<const float4*>(Q + row * dim), own, team, pieces);

  AttentionFound found = {-3.4028235e38f, 0.0f, {}};  // the least finite number: −∞ − −∞ is NaN
  for (int key = mine; key - mine < count; key += teams * kAttentionAtOnce)
    attentionSee(found, q, k, v, key, teams, count, own, team, pieces, scale);

  const float top = attentionTopOfBlock(found.top, tops, lane, warp, team), factor = expf(found.top - top);
  for (int i = 0; i < kAttentionLanePieces; ++i)
    if (own + i * team < pieces) results[mine * pieces + own + i * team] = attentionTimes(factor, found.result[i]);
  if (own == 0) sums[mine] = factor * found.sum;
  __syncthreads();

  if (thread >= dim) return;
  float result = 0.0f, sum = 0.0f;
  for (int other = 0; other < teams; ++other) {
    result += reinterpret_cast<const float*>(results)[other * dim + thread];
    sum += sums[other];
  }
  if (visible <= share) {  // there is nothing to combine
    O[row * dim + thread] = result / sum;
    return;
  }
  const size_t part = row * gridDim.x + blockIdx.x;
  values[part * dim + thread] = result;
  if (thread == 0) {
    stats[2 * part] = top;
    stats[2 * part + 1] = sum;
  }
}

__global__ void attention_combine(const float* values, const float* stats, float* O, const int* before, int queries,
                                  int keys, int splits, int dim, int share, int causal) {
  letKernelAfterBegin();
  waitForKernelBefore();
  if (before) keys = *before + queries;  // known only now
  const int query = blockIdx.x, head = blockIdx.y;
  const int visible = causal ? query + 1 + keys - queries : keys;
  const int parts = (visible + share - 1) / share;  // the other blocks had nothing to see
  if (parts == 1) return;                           // it is there

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
