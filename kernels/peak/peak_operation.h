#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Each of n values goes `iterations` times through value = scale · value + shift: the roof of arithmetic. Tensors: in,
/// out.
const Operation& peakOperation();

/// The two factors for a number of iterations. A value's start still makes up a third of its end, so that every
/// iteration shows in the result and none of them overflows.
struct PeakFactors {
  float scale = 1, shift = 0;
};
PeakFactors peakFactors(const Problem& problem);

/// Elements begin … end−1 of out.
void peakReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                   std::span<double> out);

}  // namespace strata::inline kernels
