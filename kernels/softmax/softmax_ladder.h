#pragma once

#include "kernels/ladder/ladder.h"

namespace strata {

/// y = softmax(x) of each row, both rows × cols; with log its logarithm. Tensors: x, y.
const Ladder& softmaxLadder();

}  // namespace strata
