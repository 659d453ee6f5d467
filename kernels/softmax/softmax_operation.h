#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// y = softmax(x) of each row, both rows × cols; with log its logarithm. Tensors: x, y.
const Operation& softmaxOperation();

}  // namespace strata::inline kernels
