#pragma once

#include "engine/device/kernel.h"
#include "kernels/operation/problem.h"

// What each step does for a problem, counted from its text (kernels/attention/*.cuh). FLOP are those attention needs:
// for each pair of a query and a key it sees, a multiplication and an addition per element for the score, and again for
// the result.

namespace strata::inline kernels {

Cost attentionNaiveCost(const Problem& problem);
Cost attentionStreamedCost(const Problem& problem);
Cost attentionFusedCost(const Problem& problem);
Cost attentionSplitCost(const Problem& problem);
Cost attentionRegistersCost(const Problem& problem);
Cost attentionSpecialisedCost(const Problem& problem);

}  // namespace strata::inline kernels
