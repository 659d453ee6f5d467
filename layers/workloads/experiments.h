#pragma once

#include <span>

#include "engine/protocol/experiment_info.h"

namespace strata::inline workloads {

/// All experiments as data, in the order they are listed: linked by viewers, which hold no device code.
std::span<const ExperimentInfo* const> experiments();

}  // namespace strata::inline workloads
