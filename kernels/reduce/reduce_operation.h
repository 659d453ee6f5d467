#pragma once

#include <span>

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// out[0] = in[0] + … + in[n−1]. Tensors: in (n), out (1). Inputs are positive, so that the sum is no small difference
/// of large numbers and one element left out shows.
const Operation& reduceOperation();

/// The one element of out.
void reduceReference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                     std::span<double> out);

}  // namespace strata::inline kernels
