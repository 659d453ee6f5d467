#pragma once

#include <optional>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// From the first begin to the last end of what takes time: lone points and counter values may lie far from it. No
/// value where nothing does.
std::optional<TimeRange> lastingBounds(const TraceSnapshot& snapshot);

}  // namespace strata::inline trace
