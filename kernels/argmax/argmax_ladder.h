#pragma once

#include "kernels/ladder/ladder.h"

namespace strata {

/// Where the greatest number of each row stands: how a language model that takes the likeliest token chooses it.
const Ladder& argmaxLadder();

}  // namespace strata
