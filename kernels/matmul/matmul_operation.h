#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// C = A · B: A is m×k, B is k×n, C is m×n. Tensors: A, B, C.
const Operation& matmulOperation();

}  // namespace strata::inline kernels
