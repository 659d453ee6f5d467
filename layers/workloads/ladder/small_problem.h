#pragma once

#include "engine/device/device_info.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// What a kernel of this cost may take: slower than any of Strata's should be.
double slowestSeconds(const Cost& cost);

/// A plan's problem with sizes halved until even its slowest kernel is soon done. As far as sizes allow, the blocks of
/// each of the plan's steps keep as many compute units busy as those of the whole problem, so that its speed there
/// tells that of the whole.
Problem smallProblem(const LadderPlan& plan, const DeviceInfo& device);

/// How many compute units have blocks of the step; one where it cannot run there.
double unitsBusy(const Step& step, const Problem& problem, const DeviceInfo& device);

}  // namespace strata::inline workloads
