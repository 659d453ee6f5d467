#pragma once

#include <optional>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline studio {

/// Share of `range` that Strata's own recording took, from its slices in the session; nothing where none are recorded.
std::optional<double> tracingCostShare(const TraceSnapshot& snapshot, TimeRange range);

}  // namespace strata::inline studio
