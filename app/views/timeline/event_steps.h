#pragma once

#include <optional>

#include "app/facts/lane_choices.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline views {

/// The next (`step` 1) or previous (-1) event of the same group row; nothing at its ends.
std::optional<EventRef> stepAlong(const TraceSnapshot& snapshot, EventRef from, int step);
/// The event nearest in time on the next row below (1) or above (-1) that has any, as the lanes stand.
std::optional<EventRef> stepAcross(const TraceSnapshot& snapshot, EventRef from, int step,
                                   const LaneChoices& lanes = {});

}  // namespace strata::inline views
