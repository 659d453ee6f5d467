#pragma once

#include <vector>

#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// Problems at which a step is watched for errors: the plan's, made smaller until that takes about a second, and one
/// whose sizes fill no tile, where the step and the operation take such. At least one.
std::vector<Problem> checkProblems(const LadderPlan& plan, const Step& step, const DeviceInfo& device);

/// A step of the ladder as a kernel that somebody brought.
OwnKernel ownCopyOf(const Step& step);

}  // namespace strata::inline workloads
