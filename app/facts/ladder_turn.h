#pragma once

#include <span>
#include <string>

#include "engine/protocol/experiment_info.h"
#include "engine/protocol/run_result.h"

namespace strata::inline facts {

/// One sentence about steps that took longer here than the step before, though on the GPU that they are modelled for
/// they would take less time; each by more than a twentieth, and here beyond the spread of both. Empty: there is none.
/// `processor`: it ran on a CPU.
std::string ladderTurn(std::span<const RunResult> results, const ExperimentInfo& info, bool processor);

}  // namespace strata::inline facts
