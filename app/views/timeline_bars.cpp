#include "app/views/timeline_bars.h"

#include <algorithm>

#include "app/views/event_text.h"
#include "engine/trace/trace_query.h"

namespace strata {
namespace {

Rect spanRect(const TimelineLayout& layout, Rect row, HostTime begin, HostTime end) {
  const float x0 = layout.xOf(begin), x1 = layout.xOf(end);
  return {x0, row.y, std::max(kLeastBar, x1 - x0), row.h};
}

}  // namespace

void forEachBar(const TimelineLayout& layout, const ViewState& state, const Lane& lane, std::uint32_t row,
                const std::function<void(const TimelineBar&)>& emit) {
  const TraceSnapshot& snapshot = *state.snapshot;
  const Rect strip = layout.rowRect(lane, row);
  for (const std::uint32_t track : lane.tracks) {
    if (row >= snapshot.rowCount(track)) continue;
    const RowView& events = snapshot.row(track, row);
    visibleBlocks(events, layout.range, layout.leastTime(), [&](const VisibleBlock& block) {
      emit({spanRect(layout, strip, block.begin, block.end),
            {track, row, block.firstIndex},
            &events[block.firstIndex],
            block.count});
    });
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) {
    if (open.row != row || !lane.holds(open.event.track)) continue;
    const HostTime end = open.event.seenEnd(state.now);
    if (open.event.begin >= layout.range.end || end < layout.range.begin) continue;
    emit({spanRect(layout, strip, open.event.begin, end), openRef(snapshot, open), &open.event, 1});
  }
}

std::optional<Rect> barRect(const TimelineLayout& layout, const ViewState& state, EventRef ref) {
  const TraceEvent* event = findEvent(*state.snapshot, ref);
  const Lane* lane = event ? layout.laneOf(ref.track) : nullptr;
  if (!lane) return std::nullopt;
  return spanRect(layout, layout.rowRect(*lane, ref.row), event->begin, event->seenEnd(state.now));
}

bool rowInSight(const TimelineLayout& layout, const Lane& lane, std::uint32_t row) {
  const Rect strip = layout.rowRect(lane, row);
  return strip.bottom() > layout.plot.y && strip.y < layout.plot.bottom();
}

}  // namespace strata
