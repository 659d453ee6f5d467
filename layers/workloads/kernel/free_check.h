#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/run_result.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/kernel/free_plan.h"

namespace strata::inline workloads {

/// What the tensors of a plan hold, each its elements.
using TensorContents = std::vector<std::vector<double>>;

/// What became of an expectation: where it is not met, a sentence names the element furthest off.
struct FreeVerdict {
  RunResult::Check check;
  bool met = true;
  std::string trouble;
};

/// Compares what launches left behind with what the file expects, computed in fp64 from what was there before: all
/// elements, or as many, evenly spread, as a second or so allows. The first expectation that is not met, else the last
/// one; nullopt where nothing is expected. Usage, with the line, for one that cannot be computed.
Result<std::optional<FreeVerdict>> judgeFree(const FreePlan& plan, const TensorContents& before,
                                             const TensorContents& after, const RunProgress& progress);

}  // namespace strata::inline workloads
