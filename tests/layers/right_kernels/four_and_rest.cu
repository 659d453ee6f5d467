// strata: n = 1001
// in  float x[n] = random
// out float y[n]
// twice<<<(n + 511) / 512, 128>>>(y, x, n)
// expect y[i] = 2 * x[i]

__global__ void twice(float* y, const float* x, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i + 3 < n) {
    const float4 v = *reinterpret_cast<const float4*>(x + i);
    *reinterpret_cast<float4*>(y + i) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
  } else {
    for (int k = i; k < n; ++k) y[k] = 2 * x[k];
  }
}
