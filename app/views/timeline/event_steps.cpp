#include "app/views/timeline/event_steps.h"

#include <algorithm>

#include "app/views/timeline/timeline_layout.h"
#include "engine/trace/trace_query.h"

namespace strata::inline views {
namespace {

constexpr Duration kAnyDistance{std::int64_t{1} << 60};

/// One row of a group.
struct Place {
  const TrackGroup* group;
  std::uint32_t row;
};

/// Of all groups that have events, from top to bottom.
std::vector<Place> placesOf(const std::vector<TrackGroup>& groups) {
  std::vector<Place> places;
  for (const TrackGroup& group : groups)
    for (std::uint32_t row = 0; group.kind != TrackKind::Counter && row < group.rows; ++row)
      places.push_back({&group, row});
  return places;
}

/// How far an event is from a moment.
Duration distance(const TraceEvent& event, HostTime time) {
  return std::max({event.begin - time, time - event.end(), Duration{}});
}

std::optional<EventRef> nearest(const TraceSnapshot& snapshot, const Place& place, HostTime time) {
  std::optional<EventRef> best;
  for (const std::uint32_t track : place.group->tracks) {
    if (place.row >= snapshot.rowCount(track)) continue;
    const RowView& row = snapshot.row(track, place.row);
    const auto index = eventAt(row, time, kAnyDistance);
    if (!index || (best && distance(snapshot.event(*best), time) <= distance(row[*index], time))) continue;
    best = EventRef{track, place.row, *index};
  }
  return best;
}

}  // namespace

std::optional<EventRef> stepAlong(const TraceSnapshot& snapshot, EventRef from, int step) {
  const std::int64_t index = std::int64_t{from.index} + step;
  const auto rowSize = [&](std::uint32_t track) {
    return from.row < snapshot.rowCount(track) ? static_cast<std::int64_t>(snapshot.row(track, from.row).size()) : 0;
  };
  if (index >= 0 && index < rowSize(from.track))
    return EventRef{from.track, from.row, static_cast<std::uint32_t>(index)};
  const std::vector<TrackGroup> groups = timelineGroups(snapshot);
  const auto group = std::ranges::find_if(groups, [&](const TrackGroup& l) { return l.holds(from.track); });
  if (group == groups.end()) return std::nullopt;
  auto at = std::ranges::find(group->tracks, from.track) - group->tracks.begin();
  for (at += step; at >= 0 && at < std::ssize(group->tracks); at += step) {
    const std::uint32_t track = group->tracks[static_cast<std::size_t>(at)];
    const std::int64_t size = rowSize(track);
    if (size > 0) return EventRef{track, from.row, static_cast<std::uint32_t>(step > 0 ? 0 : size - 1)};
  }
  return std::nullopt;
}

std::optional<EventRef> stepAcross(const TraceSnapshot& snapshot, EventRef from, int step, const LaneChoices& lanes) {
  const HostTime time = snapshot.event(from).begin;
  const std::vector<TrackGroup> groups = timelineGroups(snapshot, lanes);
  const std::vector<Place> places = placesOf(groups);
  const auto here = std::ranges::find_if(places, [&](const Place& place) {
    return (place.group->folded || place.row == from.row) && place.group->holds(from.track);
  });
  for (auto at = here - places.begin() + step; here != places.end() && at >= 0 && at < std::ssize(places); at += step)
    if (const auto event = nearest(snapshot, places[static_cast<std::size_t>(at)], time)) return event;
  return std::nullopt;
}

}  // namespace strata::inline views
