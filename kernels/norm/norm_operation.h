#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Normalisation of each row of a rows × cols tensor. Tensors for kind = layer: x, weight, bias, y; for kind = rms: x,
/// weight, y.
const Operation& normOperation();

}  // namespace strata::inline kernels
