// Softmax of each row, y[i] = exp(x[i] − max) / Σ exp(x[j] − max), the plain way: three passes over memory.
//
//   x and y are rows × cols; rowMax and rowSum hold one number a row; fp32, row-major, any sizes from 1.
//   Launch: softmax_max, softmax_exp, softmax_divide in this order; each block (128), grid (ceil(rows / 128)).
//
// Why the maximum: exp(89) is more than fp32 can hold. Taking the greatest x of the row from all of them changes no
// quotient, and then no exponent is above 0.
//
// One thread works on one row. Neighbouring threads read addresses a whole row apart, so the GPU can serve none of them
// together; and each pass is a kernel of its own, with the row going to memory and back in between: per element three
// loads and two stores.

__global__ void softmax_max(const float* __restrict__ x, float* __restrict__ rowMax, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const float* in = x + size_t(row) * cols;
  float top = in[0];
  for (int i = 1; i < cols; ++i) top = in[i] > top ? in[i] : top;
  rowMax[row] = top;
}

__global__ void softmax_exp(const float* __restrict__ x, const float* __restrict__ rowMax, float* __restrict__ y,
                            float* __restrict__ rowSum, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const float top = rowMax[row];
  float sum = 0.0f;
  for (int i = 0; i < cols; ++i) {
    const float value = expf(x[size_t(row) * cols + i] - top);
    y[size_t(row) * cols + i] = value;
    sum += value;
  }
  rowSum[row] = sum;
}

__global__ void softmax_divide(const float* __restrict__ rowSum, float* __restrict__ y, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;

  const float factor = 1.0f / rowSum[row];
  for (int i = 0; i < cols; ++i) y[size_t(row) * cols + i] *= factor;
}
