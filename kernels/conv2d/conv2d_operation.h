#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Y = X ∗ W + bias: X is n × c × h × w, W is filters × c/groups × r × s, Y is n × filters × p × q. Tensors: X, W, bias
/// (where the parameter is 1), Y.
const Operation& conv2dOperation();

}  // namespace strata::inline kernels
