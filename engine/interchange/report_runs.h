#pragma once

#include <string>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// What was run, in the order in which it came, a JSON object each: number, request, experiment, parameters, when its
/// timed calls were, and the times of its variants. Keys are documented in docs/interchange.md.
std::vector<std::string> reportRuns(const TraceSnapshot& snapshot);

}  // namespace strata::inline interchange
