#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// out[c][r] = in[r][c]: in is rows × cols, out is cols × rows. Tensors: in, out.
const Operation& transposeOperation();

/// Rows begin … end−1 of out.
void transposeReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin,
                        std::int64_t end, std::span<double> out);

}  // namespace strata::inline kernels
