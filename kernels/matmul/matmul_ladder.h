#pragma once

#include "kernels/ladder/ladder.h"

namespace strata {

/// C = A · B: A is m×k, B is k×n, C is m×n. Tensors: A, B, C.
const Ladder& matmulLadder();

}  // namespace strata
