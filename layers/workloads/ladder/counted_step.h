#pragma once

#include <string>
#include <vector>

#include "layers/workloads/ladder/step_on_gpu.h"

namespace strata::inline workloads {

/// The plan's launches as counted.
struct CountedStep {
  std::vector<CountedLaunch> launches;
  std::string depths{};  ///< those counted, "k 64 and 128 of 4096"; empty: all of it
};

/// In full or, where that would take long, at two smaller depths; of each launch as many blocks as a tenth of a second
/// allows, or more where the operation says that they are not alike.
Result<CountedStep> countedLaunches(const LadderPlan& plan, const Step& step, const MemoryWatch& watch,
                                    const AccessWidths& widths, const RunStepOnce& runOnce);

}  // namespace strata::inline workloads
