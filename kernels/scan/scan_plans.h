#pragma once

#include "kernels/operation/operation.h"

// The launches of each step, and what they ask of memory.

namespace strata::inline kernels {

StepPlan scanSerialPlan(const Problem& problem);
Cost scanSerialCost(const Problem& problem);

StepPlan scanPiecesPlan(const Problem& problem);
Cost scanPiecesCost(const Problem& problem);

StepPlan scanHillisSteelePlan(const Problem& problem);
Cost scanHillisSteeleCost(const Problem& problem);

StepPlan scanBlellochPlan(const Problem& problem);
StepPlan scanBlellochPaddedPlan(const Problem& problem);
Cost scanBlellochCost(const Problem& problem);

StepPlan scanShufflePlan(const Problem& problem);
Cost scanShuffleCost(const Problem& problem);

StepPlan scanVectorisedPlan(const Problem& problem);
Cost scanVectorisedCost(const Problem& problem);

StepPlan scanReduceThenScanPlan(const Problem& problem);
Cost scanReduceThenScanCost(const Problem& problem);

}  // namespace strata::inline kernels
