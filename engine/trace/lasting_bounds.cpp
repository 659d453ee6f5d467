#include "engine/trace/lasting_bounds.h"

#include <algorithm>

namespace strata::inline trace {

namespace {

bool lasts(const TraceEvent& event) {
  return event.kind != EventKind::Instant && event.kind != EventKind::Counter && event.payload > 0;
}

void extend(std::optional<TimeRange>& bounds, HostTime begin, HostTime end) {
  if (!bounds) bounds = TimeRange{begin, end};
  bounds->begin = std::min(bounds->begin, begin);
  bounds->end = std::max(bounds->end, end);
}

/// Events of a row do not overlap: its first and its last are enough.
void extend(std::optional<TimeRange>& bounds, const RowView& row) {
  std::size_t first = 0, behind = row.size();
  while (first < behind && !lasts(row[first])) ++first;
  while (behind > first && !lasts(row[behind - 1])) --behind;
  if (first < behind) extend(bounds, row[first].begin, row[behind - 1].end());
}

}  // namespace

std::optional<TimeRange> lastingBounds(const TraceSnapshot& snapshot) {
  std::optional<TimeRange> bounds;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (snapshot.tracks()[track].kind != TrackKind::Counter)
      for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row) extend(bounds, snapshot.row(track, row));
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
    extend(bounds, open.event.begin, snapshot.bounds()->end);
  return bounds;
}

}  // namespace strata::inline trace
