#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Elements of two kinds, in turns of `run` each, take two paths of `iterations` multiply-adds: value = scale · value +
/// shift the first kind, value = shift − scale · value the second. Tensors: in, out.
const Operation& divergenceOperation();

/// Chosen by the number of iterations, so that every one of them shows in the result.
struct DivergenceFactors {
  float scale = 1, shift = 0;
};
DivergenceFactors divergenceFactors(const Problem& problem);

/// Elements begin … end−1 of out.
void divergenceReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                         std::int64_t end, std::span<double> out);

}  // namespace strata::inline kernels
