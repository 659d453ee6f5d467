#pragma once

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// A part of a session that a result was measured in: calls, as the snapshot numbers them, and the time from the begin
/// of the first to the end of the last.
struct TimedPart {
  CallId first = CallId::None, last = CallId::None;
  TimeRange range;

  /// What is of no call counts by its begin.
  bool holds(const TraceEvent& event) const {
    return event.call == CallId::None ? event.begin >= range.begin && event.begin < range.end
                                      : event.call >= first && event.call <= last;
  }
  friend bool operator==(const TimedPart&, const TimedPart&) = default;
};

}  // namespace strata::inline trace
