// Softmax of each row with a running maximum: maximum and sum in the same pass, four elements a load.
//
//   x and y are rows × cols, 16-byte aligned; fp32, row-major, any sizes from 1.
//   Launch: block (128): one row; grid (rows).
//
// The idea added: the sum need not wait for the maximum. A thread keeps the greatest x so far and the sum of
// exp(x − greatest so far); when a greater one comes, what was summed is corrected by exp(old − new). So the row is
// read twice instead of three times, and this is what lets attention work without ever holding a whole row. Two such
// pairs are merged by the same rule, in any order: first the lanes of a group by shuffles, then the groups of the block
// through shared memory.
//
// A block has a row to itself, so that few long rows keep the GPU busy too. Where rows are a multiple of four long,
// each load fetches four elements: a quarter of the instructions for the same bytes.

/// The greatest element seen and the sum of exp(element − greatest).
struct SoftmaxRunning {
  float top, sum;
};

__device__ inline SoftmaxRunning softmaxMerge(SoftmaxRunning a, SoftmaxRunning b) {
  const float top = fmaxf(a.top, b.top);
  return {top, a.sum * expf(a.top - top) + b.sum * expf(b.top - top)};
}

__global__ void softmax_online(const float* __restrict__ x, float* __restrict__ y, int cols) {
  constexpr int kGroups = 4;  // of 32 lanes
  __shared__ SoftmaxRunning groups[kGroups];

  const int thread = threadIdx.x, threads = blockDim.x;
  const float* in = x + size_t(blockIdx.x) * cols;
  float* out = y + size_t(blockIdx.x) * cols;
  const int vectors = cols % 4 == 0 ? cols / 4 : 0;  // otherwise most rows begin where no float4 may

  SoftmaxRunning running = {-3.4028235e38f, 0.0f};  // the least finite number: −∞ − −∞ is NaN
  for (int i = thread; i < vectors; i += threads) {
    const float4 v = reinterpret_cast<const float4*>(in)[i];
    const float top = fmaxf(fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)), running.top);
    running.sum *= expf(running.top - top);
    running.sum += expf(v.x - top) + expf(v.y - top) + expf(v.z - top) + expf(v.w - top);
    running.top = top;
  }
  for (int i = vectors * 4 + thread; i < cols; i += threads) running = softmaxMerge(running, {in[i], 1.0f});

  for (int distance = 16; distance > 0; distance /= 2) {
    const float top = __shfl_xor_sync(kFullMask, running.top, distance, 32);
    const float sum = __shfl_xor_sync(kFullMask, running.sum, distance, 32);
    running = softmaxMerge(running, {top, sum});
  }
  if (thread % 32 == 0) groups[thread / 32] = running;
  __syncthreads();
  running = groups[0];
  for (int group = 1; group < kGroups; ++group) running = softmaxMerge(running, groups[group]);

  const float top = running.top, factor = 1.0f / running.sum;
  for (int i = thread; i < vectors; i += threads) {
    const float4 v = reinterpret_cast<const float4*>(in)[i];
    reinterpret_cast<float4*>(out)[i] = make_float4(expf(v.x - top) * factor, expf(v.y - top) * factor,
                                                    expf(v.z - top) * factor, expf(v.w - top) * factor);
  }
  for (int i = vectors * 4 + thread; i < cols; i += threads) out[i] = expf(in[i] - top) * factor;
}
