#pragma once

#include <vector>

#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/kernel/free_plan.h"

namespace strata::inline workloads {

/// Sizes at which a free kernel is watched for errors: the plan's, halved until there are few enough threads, and odd
/// ones that fill no block, where the file's steps allow them. At least one.
std::vector<ChosenSizes> watchedSizes(const FreePlan& plan);

/// The launches of a plan and what its tensors hold, to be watched. Usage and Stopped as of initialValues().
Result<WatchedRun> watchedRunOf(const FreePlan& plan, std::uint64_t seed, const std::stop_token& stop);

}  // namespace strata::inline workloads
