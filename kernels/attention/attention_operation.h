#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// O = softmax(Q · Kᵀ / √dim) · V for each head. Tensors: Q, K, V, O; layout [batch, heads, rows, dim].
const Operation& attentionOperation();

}  // namespace strata::inline kernels
