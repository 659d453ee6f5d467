#pragma once

#include "kernels/ladder/ladder.h"

namespace strata {

/// O = softmax(Q · Kᵀ / √dim) · V for each head. Tensors: Q, K, V, O; layout [batch, heads, rows, dim].
const Ladder& attentionLadder();

}  // namespace strata
