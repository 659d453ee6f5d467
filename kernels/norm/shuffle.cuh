// Layer and RMS normalisation of each row by 32 lanes that share it.
//
//   LayerNorm (centred = 1): y[i] = (x[i] − mean) / √(mean of (x − mean)² + epsilon) · weight[i] + bias[i]
//   RMSNorm (centred = 0):   y[i] = x[i] / √(mean of x² + epsilon) · weight[i]
//
//   x and y are rows × cols, weight and bias hold cols; bias may be nullptr. fp32, row-major, any sizes from 1.
//   Launch: block (32, 4): four rows; grid (ceil(rows / 4)).
//
// The idea added: neighbouring lanes read neighbouring elements, which the GPU serves together, and 32 times as many
// threads are at work. The sums of the lanes are added by shuffles, which read a register of another lane: five
// exchanges, no memory, no barrier. 32 lanes are a warp, or half of one where it has 64: shuffles of width 32 stay
// within either.

__device__ inline float normSumOfLanes(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(kFullMask, value, distance, 32);
  return value;  // every lane has it
}

__global__ void norm_shuffle(const float* __restrict__ x, const float* __restrict__ weight,
                             const float* __restrict__ bias, float* __restrict__ y, int rows, int cols, float epsilon,
                             int centred) {
  const int lane = threadIdx.x;
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;  // all lanes of the row together

  const float* in = x + size_t(row) * cols;
  float* out = y + size_t(row) * cols;

  float mean = 0.0f;
  if (centred) {
    for (int i = lane; i < cols; i += 32) mean += in[i];
    mean = normSumOfLanes(mean) / cols;
  }
  float squares = 0.0f;
  for (int i = lane; i < cols; i += 32) squares += (in[i] - mean) * (in[i] - mean);
  const float scale = 1.0f / sqrtf(normSumOfLanes(squares) / cols + epsilon);

  for (int i = lane; i < cols; i += 32) {
    const float value = (in[i] - mean) * scale * weight[i];
    out[i] = bias ? value + bias[i] : value;
  }
}
