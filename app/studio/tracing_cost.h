#pragma once

#include <optional>
#include <span>

#include "app/session/session_messages.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline studio {

/// Share of `range` that Strata's own recording took, from its slices in the session; nothing where none are recorded.
std::optional<double> tracingCostShare(const TraceSnapshot& snapshot, TimeRange range);

/// From the first call that the last run's results stand for, in a file as in the window that ran it, to the end of
/// `newest`; all of `newest` where no run has results.
TimeRange ofLastRun(std::span<const RunRecord> runs, const TraceSnapshot& snapshot, TimeRange newest);

}  // namespace strata::inline studio
