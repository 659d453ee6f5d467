#pragma once

#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

namespace strata::inline workloads {

inline constexpr std::string_view kKernelExperiment = "kernel";

/// A kernel that says itself what it works on. What it may be run with is known with its text: withFreeKernels().
ExperimentInfo kernelExperiment();

/// withKernels(); where the experiment is that of free kernels, with the sizes that the kernel's comment declares among
/// its parameters. Usage, with the line, for a comment that cannot be read.
Result<ExperimentInfo> withFreeKernels(const ExperimentInfo& info, const std::vector<OwnKernel>& kernels);

/// A text to begin with: it runs as it stands.
std::string_view freeKernelTemplate();

}  // namespace strata::inline workloads
