#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "layers/workloads/ladder/step_on_gpu.h"

namespace strata::inline workloads {

using Widths = std::shared_ptr<const AccessWidths>;

/// How wide the loads and stores of a plan's kernels are in an architecture's machine code.
Widths machineWidths(const StepPlan& plan, std::string_view architecture);

/// The plan's launches as counted.
struct CountedStep {
  std::vector<CountedLaunch> launches;
  std::string depths{};  ///< those counted, "k 64 and 128 of 4096"; empty: all of it
};

/// In full or, where that would take long, at two smaller depths; of each launch as many blocks as a tenth of a second
/// allows, or more where the operation says that they are not alike.
Result<CountedStep> countedLaunches(const LadderPlan& plan, const Step& step, const MemoryWatch& watch,
                                    const Widths& widths, const RunStepOnce& runOnce);

}  // namespace strata::inline workloads
