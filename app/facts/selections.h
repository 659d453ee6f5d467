#pragma once

#include <optional>

#include "app/facts/view_state.h"
#include "engine/protocol/experiment_info.h"

namespace strata::inline facts {

/// The event and its call.
Selection selectionOf(const TraceSnapshot& snapshot, EventRef event);
/// The call through its outermost event; nothing if the call is not in the session.
Selection selectionOf(const TraceSnapshot& snapshot, CallId call);
/// A kernel worth looking at first: the longest of the median repeat of the last variant whose source can be shown; of
/// a model's run, of its median token. One that was brought is looked at before others; where it did not run, none is.
std::optional<EventRef> typicalKernel(const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                                      const ExperimentInfo& info);
/// The longest kernel of the last result that has one, its source shown or not.
std::optional<EventRef> lastKernel(const TraceSnapshot& snapshot, const std::vector<RunResult>& results);
/// From begin to end; an open event ends at `now`.
TimeRange rangeOf(const TraceSnapshot& snapshot, EventRef event, HostTime now);

}  // namespace strata::inline facts
