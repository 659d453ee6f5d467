#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Y is the largest value of each window of X, plane by plane: X is planes × h × w, Y is planes × p × q. What a window
/// sees beyond the picture does not count. Tensors: X, Y.
const Operation& poolOperation();

}  // namespace strata::inline kernels
