#pragma once

#include "kernels/operation/operation.h"

namespace strata::inline kernels {

/// Where the greatest number of each row stands: how a language model that takes the likeliest token chooses it.
const Operation& argmaxOperation();

}  // namespace strata::inline kernels
