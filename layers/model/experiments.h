#pragma once

#include <span>

#include "engine/protocol/experiment_info.h"
#include "kernels/ladder/ladder.h"

namespace strata {

// What can be run, as data: linked by viewers, which hold no device code.

/// The experiment of a ladder: each of its steps, and the vendor's routine where there is one.
ExperimentInfo ladderExperiment(const Ladder& ladder);

/// All experiments, in the order they are listed.
std::span<const ExperimentInfo* const> experiments();

}  // namespace strata
