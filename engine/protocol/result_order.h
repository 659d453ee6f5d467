#pragma once

#include <algorithm>
#include <vector>

#include "engine/protocol/run_result.h"

namespace strata::inline protocol {

/// What was not run comes last; else the order of the ladder.
inline std::vector<RunResult> unsupportedLast(std::vector<RunResult> results) {
  std::stable_partition(results.begin(), results.end(), [](const RunResult& result) { return result.wasRun(); });
  return results;
}

}  // namespace strata::inline protocol
