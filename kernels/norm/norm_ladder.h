#pragma once

#include "kernels/ladder/ladder.h"

namespace strata {

/// Normalisation of each row of a rows × cols tensor. Tensors for kind = layer: x, weight, bias, y; for kind = rms: x,
/// weight, y.
const Ladder& normLadder();

}  // namespace strata
