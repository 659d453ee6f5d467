// Layer and RMS normalisation of each row, four elements a load and one pass for mean and variance.
//
//   LayerNorm (centred = 1): y[i] = (x[i] − mean) / √(mean of (x − mean)² + epsilon) · weight[i] + bias[i]
//   RMSNorm (centred = 0):   y[i] = x[i] / √(mean of x² + epsilon) · weight[i]
//
//   x and y are rows × cols, weight and bias hold cols; bias may be nullptr. fp32, row-major, all 16-byte aligned, any
//   sizes from 1; four elements a load where cols is a multiple of 4.
//   Launch: block (32, 4): four rows; grid (ceil(rows / 4)).
//
// The ideas added: a load of a float4 fetches four elements with one instruction, and each thread has four times as
// many bytes on their way. And mean and variance are found together, so that a row is read twice, not three times.
// mean(x²) − mean² would subtract two large numbers where the mean is large, and lose the digits of what lies between
// them. Instead a part of a row is known by its mean and the squares of the distances from that, and two parts are
// merged: the squares of both, and a term for how far their means lie apart, all of them added (T. F. Chan, G. H. Golub
// and R. J. LeVeque, 1979).

/// What is known of `count` elements: their mean, or 0 for RMSNorm, and the sum of (element − mean)².
struct NormPart {
  float count, mean, squares;
};

/// What is known of the elements of both.
__device__ inline NormPart normMerge(const NormPart& a, const NormPart& b) {
  const float count = a.count + b.count, share = b.count / fmaxf(count, 1.0f);  // neither may have an element
  const float apart = b.mean - a.mean;
  return {count, a.mean + apart * share, a.squares + b.squares + apart * apart * a.count * share};
}

__device__ inline NormPart normPartOf(const float4& v, int centred) {
  const float mean = centred ? 0.25f * ((v.x + v.y) + (v.z + v.w)) : 0.0f;
  const float a = v.x - mean, b = v.y - mean, c = v.z - mean, d = v.w - mean;
  return {4.0f, mean, (a * a + b * b) + (c * c + d * d)};
}

/// The parts of 32 lanes as one; every lane has it.
__device__ inline NormPart normMergeOfLanes(NormPart part) {
  for (int distance = 16; distance > 0; distance /= 2)
    part = normMerge(part, {__shfl_xor_sync(kFullMask, part.count, distance, 32),
                            __shfl_xor_sync(kFullMask, part.mean, distance, 32),
                            __shfl_xor_sync(kFullMask, part.squares, distance, 32)});
  return part;
}

__global__ void norm_vectorised(const float* __restrict__ x, const float* __restrict__ weight,
                                const float* __restrict__ bias, float* __restrict__ y, int rows, int cols,
                                float epsilon, int centred) {
  const int lane = threadIdx.x;
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;  // all lanes of the row together

  const float* in = x + size_t(row) * cols;
  float* out = y + size_t(row) * cols;
  const int vectors = cols % 4 == 0 ? cols / 4 : 0;  // otherwise most rows begin where no float4 may

  NormPart part = {0.0f, 0.0f, 0.0f};
  for (int i = lane; i < vectors; i += 32) {
    const float4 v = reinterpret_cast<const float4*>(in)[i];
    part = normMerge(part, normPartOf(v, centred));
  }
  for (int i = vectors * 4 + lane; i < cols; i += 32) {
    const float v = in[i];
    part = normMerge(part, centred ? NormPart{1.0f, v, 0.0f} : NormPart{1.0f, 0.0f, v * v});
  }
  part = normMergeOfLanes(part);
  const float mean = part.mean, scale = 1.0f / sqrtf(part.squares / cols + epsilon);

  for (int i = lane; i < vectors; i += 32) {
    const float4 v = reinterpret_cast<const float4*>(in)[i], w = reinterpret_cast<const float4*>(weight)[i];
    float4 value = make_float4((v.x - mean) * scale * w.x, (v.y - mean) * scale * w.y, (v.z - mean) * scale * w.z,
                               (v.w - mean) * scale * w.w);
    if (bias) {
      const float4 b = reinterpret_cast<const float4*>(bias)[i];
      value = make_float4(value.x + b.x, value.y + b.y, value.z + b.z, value.w + b.w);
    }
    reinterpret_cast<float4*>(out)[i] = value;
  }
  for (int i = vectors * 4 + lane; i < cols; i += 32) {
    const float value = (in[i] - mean) * scale * weight[i];
    out[i] = bias ? value + bias[i] : value;
  }
}
