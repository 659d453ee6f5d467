// Four neighbouring elements a thread, loaded and stored at once where all four are there.

#pragma once

#include "kernels/scan/block_scan.cuh"

/// in[i] … in[i + 3], 0 from n on; i a multiple of 4.
__device__ inline float4 scanLoadFour(const float* in, int i, int n) {
  if (i + 4 <= n) return *reinterpret_cast<const float4*>(in + i);
  const float x = i < n ? in[i] : 0.0f;
  const float y = i + 1 < n ? in[i + 1] : 0.0f;
  const float z = i + 2 < n ? in[i + 2] : 0.0f;
  return make_float4(x, y, z, 0.0f);
}

/// The other way round; nothing from n on.
__device__ inline void scanStoreFour(float* out, int i, int n, float4 values) {
  if (i + 4 <= n) {
    *reinterpret_cast<float4*>(out + i) = values;
    return;
  }
  if (i < n) out[i] = values.x;
  if (i + 1 < n) out[i + 1] = values.y;
  if (i + 2 < n) out[i + 2] = values.z;
}

/// Of four elements a thread, each one's sum from the block's first to itself.
template <int kBlock>
__device__ float4 scanBlockFours(float4 values) {
  const float x = values.x, y = x + values.y, z = y + values.z, w = z + values.w;
  const float before = scanBlockBefore<kBlock>(w);
  return make_float4(before + x, before + y, before + z, before + w);
}
