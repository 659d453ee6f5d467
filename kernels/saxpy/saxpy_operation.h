#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

inline constexpr float kSaxpyA = 2.5f;

/// out = a · x + y for vectors of n elements, with a = kSaxpyA. Tensors: x, y, out. BLAS writes over y; here y stays,
/// so that every repeat computes the same.
const Operation& saxpyOperation();

/// Elements begin … end−1 of out.
void saxpyReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                    std::span<double> out);

}  // namespace strata::inline kernels
