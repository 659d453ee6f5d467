#pragma once

#include <span>

#include "engine/protocol/experiment_info.h"

namespace strata {

// What can be run, as data: linked by viewers, which hold no device code.

/// C = A · B in fp32 with each step of the ladder and the library.
const ExperimentInfo& matmulExperiment();

/// All experiments, in the order they are listed.
std::span<const ExperimentInfo* const> experiments();

}  // namespace strata
