// Softmax of each row in one kernel: 32 lanes share a row and tell each other what they found.
//
//   x and y are rows × cols; fp32, row-major, any sizes from 1.
//   Launch: block (32, 4): four rows; grid (ceil(rows / 4)).
//
// The ideas added: the three passes become one kernel, so the exponentials need not go to memory and back, and the
// maximum and the sum stay in registers: per element three loads and one store, and the second and third load mostly
// find the row in the cache. And neighbouring lanes read neighbouring elements. What each of the 32 found is put
// together by shuffles, which read a register of another lane: five exchanges, no memory, no barrier.
//
// 32 lanes are a warp, or half of one where it has 64: shuffles of width 32 stay within either.

__device__ inline float softmaxMaxOfLanes(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value = fmaxf(value, __shfl_xor_sync(kFullMask, value, distance, 32));
  return value;  // every lane has it
}

__device__ inline float softmaxSumOfLanes(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;
}

__global__ void softmax_fused(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  const int lane = threadIdx.x;
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;  // all lanes of the row together

  const float* in = x + size_t(row) * cols;
  float* out = y + size_t(row) * cols;

  float top = -INFINITY;
  for (int i = lane; i < cols; i += 32) top = fmaxf(top, in[i]);
  top = softmaxMaxOfLanes(top);

  float sum = 0.0f;
  for (int i = lane; i < cols; i += 32) sum += expf(in[i] - top);
  sum = softmaxSumOfLanes(sum);

  const float factor = 1.0f / sum;
  for (int i = lane; i < cols; i += 32) out[i] = expf(in[i] - top) * factor;
}

// The logarithm of that, which no small number makes infinite: x − max − log Σ exp(x − max).
__global__ void softmax_fused_log(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  const int lane = threadIdx.x;
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;

  const float* in = x + size_t(row) * cols;
  float* out = y + size_t(row) * cols;

  float top = -INFINITY;
  for (int i = lane; i < cols; i += 32) top = fmaxf(top, in[i]);
  top = softmaxMaxOfLanes(top);

  float sum = 0.0f;
  for (int i = lane; i < cols; i += 32) sum += expf(in[i] - top);
  const float less = logf(softmaxSumOfLanes(sum));

  for (int i = lane; i < cols; i += 32) out[i] = in[i] - top - less;
}
