#pragma once

#include <cstdint>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Normalisation of each row of a rows × cols tensor. Tensors for kind = layer: x, weight, bias, y; for kind = rms: x,
/// weight, y.
const Operation& normOperation();

/// What its parameter epsilon holds for each 1.
inline constexpr std::int64_t kEpsilonPerOne = 1'000'000'000'000;

}  // namespace strata::inline kernels
