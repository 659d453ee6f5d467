// Layer and RMS normalisation of few rows; a block has a row, and keeps it.
//
//   LayerNorm (centred = 1): y[i] = (x[i] − mean) / √(mean of (x − mean)² + epsilon) · weight[i] + bias[i]
//   RMSNorm (centred = 0):   y[i] = x[i] / √(mean of x² + epsilon) · weight[i]
//
//   x and y are rows × cols, weight and bias hold cols; bias may be nullptr. fp32, row-major, all 16-byte aligned; cols
//   a multiple of 4 up to 4096, rows any from 1.
//   Launch: block (32, 8), grid (rows).
//
// The idea added: a transformer that writes a text has one row, and a single warp would walk through it in many turns,
// each as long as memory takes to answer. 256 threads take it in one to four turns, whose loads are all on their way
// together, those of the weights too, before anything is added up. What was read stays in registers, so a row is read
// once, and a second sum costs no second trip to memory: the mean comes first, then the squares of the distances from
// it, which stay as small as the spread. The sums of the warps meet in shared memory.

constexpr int kNormThreads = 256;
constexpr int kNormKept = 4;  // float4 of a thread

/// Adds `value` of all threads of the block; every thread has the result. `parts`: room for a sum of each group of 32,
/// which no other sum uses.
__device__ inline float normSumOverBlock(float value, float* parts) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  if (threadIdx.x == 0) parts[threadIdx.y] = value;
  __syncthreads();
  float sum = parts[0];
  for (int other = 1; other < kNormThreads / 32; ++other) sum += parts[other];
  return sum;
}

__global__ void __launch_bounds__(256)
    norm_block(const float* x, const float* __restrict__ weight, const float* __restrict__ bias, float* y, int cols,
               float epsilon, int centred) {
  __shared__ float sums[kNormThreads / 32], sumsOfSquares[kNormThreads / 32];
  const int thread = threadIdx.y * 32 + threadIdx.x, vectors = cols / 4;
  const float4* in = reinterpret_cast<const float4*>(x + size_t(blockIdx.x) * cols);
  float4* out = reinterpret_cast<float4*>(y + size_t(blockIdx.x) * cols);

  float4 values[kNormKept] = {}, weights[kNormKept] = {}, biases[kNormKept] = {};
  letKernelAfterBegin();
  for (int i = 0; i < kNormKept; ++i) {
    const int at = thread + i * kNormThreads;
    if (at >= vectors) continue;
    weights[i] = reinterpret_cast<const float4*>(weight)[at];
    if (bias) biases[i] = reinterpret_cast<const float4*>(bias)[at];
  }
  waitForKernelBefore();
  for (int i = 0; i < kNormKept; ++i)
    if (const int at = thread + i * kNormThreads; at < vectors) values[i] = in[at];

  float mean = 0.0f;
  if (centred) {
    float sum = 0.0f;
    for (const float4& v : values) sum += (v.x + v.y) + (v.z + v.w);
    mean = normSumOverBlock(sum, sums) / cols;
  }
  float squares = 0.0f;
  for (int i = 0; i < kNormKept; ++i) {
    if (thread + i * kNormThreads >= vectors) continue;
    float4& v = values[i];
    v = make_float4(v.x - mean, v.y - mean, v.z - mean, v.w - mean);
    squares += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
  }
  const float scale = 1.0f / sqrtf(normSumOverBlock(squares, sumsOfSquares) / cols + epsilon);

  for (int i = 0; i < kNormKept; ++i) {
    const int at = thread + i * kNormThreads;
    if (at >= vectors) continue;
    const float4 v = values[i], w = weights[i], b = biases[i];
    out[at] =
        make_float4(v.x * scale * w.x + b.x, v.y * scale * w.y + b.y, v.z * scale * w.z + b.z, v.w * scale * w.w + b.w);
  }
}
