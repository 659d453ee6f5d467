// Layer and RMS normalisation of each row, the plain way: one thread works on one row.
//
//   LayerNorm (centred = 1): y[i] = (x[i] − mean) / √(mean of (x − mean)² + epsilon) · weight[i] + bias[i]
//   RMSNorm (centred = 0):   y[i] = x[i] / √(mean of x² + epsilon) · weight[i]
//
//   x and y are rows × cols, weight and bias hold cols; bias may be nullptr. fp32, row-major, any sizes from 1.
//   Launch: block (128), or fewer for fewer rows; grid (ceil(rows / block)).
//
// RMSNorm is LayerNorm with a mean of 0 and no bias: two kernels in one text.
//
// What is left to gain: neighbouring threads read addresses a whole row apart, so the GPU can serve none of them
// together, and few rows keep few threads busy. Each element is read once for the mean, once for the spread and once
// for the result.

__global__ void norm_naive(const float* __restrict__ x, const float* __restrict__ weight,
                           const float* __restrict__ bias, float* __restrict__ y, int rows, int cols, float epsilon,
                           int centred) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const float* in = x + size_t(row) * cols;
  float* out = y + size_t(row) * cols;

  float mean = 0.0f;
  if (centred) {
    for (int i = 0; i < cols; ++i) mean += in[i];
    mean /= cols;
  }
  float squares = 0.0f;
  for (int i = 0; i < cols; ++i) squares += (in[i] - mean) * (in[i] - mean);
  const float scale = 1.0f / sqrtf(squares / cols + epsilon);

  for (int i = 0; i < cols; ++i) {
    const float value = (in[i] - mean) * scale * weight[i];
    out[i] = bias ? value + bias[i] : value;
  }
}
