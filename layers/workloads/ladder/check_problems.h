#pragma once

#include <functional>
#include <span>
#include <vector>

#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// Problems at which a step is watched for errors: the plan's, made smaller until that takes about a second, and one
/// whose sizes fill no tile, where the step and the operation take such. At least one.
std::vector<Problem> checkProblems(const LadderPlan& plan, const Step& step, const DeviceInfo& device);

/// What is wrong with a step at these problems, with inputs from a seed. `begins` is called before each of them, with
/// its name.
Result<KernelFindings> checkStep(const OwnKernels& own, const Operation& operation, std::span<const Problem> problems,
                                 const OwnStep& step, std::uint64_t seed, WorkContext& context,
                                 const std::function<void(const std::string& problem)>& begins = {});

/// A step of the ladder as a kernel that somebody brought.
OwnKernel ownCopyOf(const Step& step);

}  // namespace strata::inline workloads
