#include "app/views/timeline_bars.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/views/event_text.h"
#include "engine/trace/trace_query.h"

namespace strata {
namespace {

Rect spanRect(const TimelineLayout& layout, Rect row, HostTime begin, HostTime end) {
  const float x0 = layout.xOf(begin), x1 = layout.xOf(end);
  return {x0, row.y, std::max(kLeastBar, x1 - x0), row.h};
}

/// Lanes on which events of several colours stand.
bool mixesColors(const TraceSnapshot& snapshot, std::uint32_t track) {
  const TrackInfo& info = snapshot.tracks()[track];
  return (info.kind == TrackKind::Queue && !snapshot.copies(track).empty()) || info.storey == Storey::Other;
}

/// The colour of most of the block's time, asked at some moments of it: cost does not grow with its events.
Color colorOf(const RowView& events, const VisibleBlock& block) {
  constexpr std::int64_t kMoments = 48;
  std::vector<std::pair<Color, int>> shares;
  const std::int64_t length = (block.end - block.begin).ns;
  std::size_t at = block.firstIndex;
  const std::size_t end = at + block.count;
  for (std::int64_t i = 0; i < kMoments; ++i) {
    const HostTime moment = block.begin + Duration{length / kMoments * i + length % kMoments * i / kMoments};
    at = events.firstNot([&](const TraceEvent& e) { return e.end() <= moment; }, at, end);
    if (at == end) break;
    if (events[at].begin > moment) continue;
    const Color color = eventColor(events[at]);
    const auto known = std::ranges::find(shares, color, &std::pair<Color, int>::first);
    if (known == shares.end())
      shares.emplace_back(color, 1);
    else
      ++known->second;
  }
  const auto most = std::ranges::max_element(shares, {}, &std::pair<Color, int>::second);
  return most == shares.end() ? eventColor(events[block.firstIndex]) : most->first;
}

}  // namespace

void forEachBar(const TimelineLayout& layout, const ViewState& state, const Lane& lane, std::uint32_t row,
                const std::function<void(const TimelineBar&)>& emit) {
  const TraceSnapshot& snapshot = *state.snapshot;
  const Rect strip = layout.rowRect(lane, row);
  for (const std::uint32_t track : lane.tracks) {
    if (row >= snapshot.rowCount(track)) continue;
    const RowView& events = snapshot.row(track, row);
    const bool mixed = mixesColors(snapshot, track);
    visibleBlocks(events, layout.range, layout.leastTime(), [&](const VisibleBlock& block) {
      emit({spanRect(layout, strip, block.begin, block.end),
            {track, row, block.firstIndex},
            &events[block.firstIndex],
            block.count,
            mixed && block.count > 1 ? colorOf(events, block) : eventColor(events[block.firstIndex])});
    });
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents()) {
    if (open.row != row || !lane.holds(open.event.track)) continue;
    const HostTime end = open.event.seenEnd(state.now);
    if (open.event.begin >= layout.range.end || end < layout.range.begin) continue;
    emit({spanRect(layout, strip, open.event.begin, end), openRef(snapshot, open), &open.event, 1,
          eventColor(open.event)});
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
