#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// out[i] = in[0] + … + in[i]: the inclusive prefix sums of a vector. Tensors: in (n), out (n). Inputs have both signs:
/// sums of positive numbers would soon outgrow what fp32 can add to.
const Operation& scanOperation();

/// All of out.
void scanReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                   std::span<double> out);

}  // namespace strata::inline kernels
