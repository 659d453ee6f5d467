// How the weights of a linear layer lie in memory: as numbers (float, half, bfloat16), or as int8 in blocks of 32 along
// a row that share a scale (q8_0 of GGUF): weight = scale · int8. Row o of W begins at W + o · in; row o of the scales
// at scales + o · (in / 32).

#pragma once

constexpr int kLinearBlock = 32;  // weights that share a scale

template <class W>
constexpr bool kLinearScaled = sizeof(W) == 1;

/// The scale of weight i of a row; 1 where weights are plain numbers.
template <class W>
__device__ inline float linearScale(const half* scales, int i) {
  if constexpr (kLinearScaled<W>) {
    return float(scales[i / kLinearBlock]);
  } else {
    return 1.0f;
  }
}

/// The scales of row o of W; nullptr where weights are plain numbers.
template <class W>
__device__ inline const half* linearScales(const half* scales, int o, int in) {
  if constexpr (kLinearScaled<W>) {
    return scales + size_t(o) * (in / kLinearBlock);
  } else {
    return nullptr;
  }
}
