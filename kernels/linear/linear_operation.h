#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// The values of the parameter "type": how the weights lie in memory.
enum class LinearType : std::int64_t {
  F32,
  F16,
  BF16,
  Q8,  ///< int8, and an fp16 scale for each 32 along a row: q8_0 of GGUF, its scales in a tensor of their own
};

constexpr std::int64_t kLinearBlockSize = 32;  ///< weights that share a scale in Q8

/// y = x · Wᵀ + bias: what a network's dense layer does. Tensors: x [rows, in], W [out, in], for Q8 scales
/// [out, in / 32], with bias = 1 bias [out], y [rows, out].
const Operation& linearOperation();

}  // namespace strata::inline kernels
