#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// What one row shows at one place: one event, or several too small to tell apart, folded and counted.
struct VisibleBlock {
  HostTime begin, end;
  std::uint32_t firstIndex = 0;
  std::uint32_t count = 1;
};

/// Blocks of `row` within `range`, left to right, at most a few per pixel whatever the row holds: an event at least
/// `minWidth` long stands alone, neighbours shorter than that and closer than that are folded into one block.
void visibleBlocks(const RowView& row, TimeRange range, Duration minWidth,
                   const std::function<void(const VisibleBlock&)>& emit);

/// The event of the row at `time`, or the nearest within `slack`.
std::optional<std::uint32_t> eventAt(const RowView& row, HostTime time, Duration slack = {0});

/// Time of one call by storey: each nanosecond of the call's outermost slice belongs to the deepest storey active then
/// (device work is hardware). The seven sum to that slice exactly; only where no storey claims the outermost slice
/// itself (an imported trace) its own time is nobody's. What the device does for the call after that slice is not in
/// them: see WorkTotals.
std::array<Duration, kStoreyCount> storeyTimes(const TraceSnapshot& snapshot, CallId call);

/// All events of a call, on every track, in order of storey then time. Cost grows with what lies between its first
/// event and its last, or `until`: those that begin later are left out.
std::vector<EventRef> eventsOfCall(const TraceSnapshot& snapshot, CallId call,
                                   HostTime until = {std::numeric_limits<std::int64_t>::max()});

/// Where the arrow of a host event leads: to device work, of which one launch may start a whole graph, or to another
/// host event.
struct Launched {
  std::optional<EventRef> first;  ///< what began first; none: nothing is known of it
  std::size_t further = 0;        ///< pieces of work
};
Launched launchedBy(const TraceSnapshot& snapshot, const TraceEvent& launch);

/// A hash of everything a session says (names, times, arguments, messages, drops), the same in every process; not of
/// bookmarks, which are of who looked at it, nor of the mark that exports put on kernels that only count.
std::uint64_t contentHash(const TraceSnapshot& snapshot);

}  // namespace strata::inline trace
