#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// out[i] = in[offset + stride · i] for i < n: with stride 1 and offset 0 a copy, the roof of memory bandwidth.
/// Tensors: in (n · stride + offset), out (n).
const Operation& copyOperation();

/// Elements begin … end−1 of out.
void copyReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                   std::span<double> out);

}  // namespace strata::inline kernels
