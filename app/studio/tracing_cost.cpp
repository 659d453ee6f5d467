#include "app/studio/tracing_cost.h"

#include <algorithm>

namespace strata::inline studio {
namespace {

std::int64_t coveredNs(const RowView& row, TimeRange range) {
  std::int64_t covered = 0;
  for (std::size_t i = row.size(); i-- > 0;) {  // newest first: what lies before the range ends the walk
    const TraceEvent& event = row[i];
    if (event.end() < range.begin) break;
    if (event.kind == EventKind::TracingCost)
      covered += std::max<std::int64_t>(0, std::min(event.end(), range.end).ns - std::max(event.begin, range.begin).ns);
  }
  return covered;
}

}  // namespace

std::optional<double> tracingCostShare(const TraceSnapshot& snapshot, TimeRange range) {
  bool any = false;
  std::int64_t covered = 0;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (snapshot.tracks()[track].kind != TrackKind::TracingCost || snapshot.rowCount(track) == 0) continue;
    any = true;
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      covered += coveredNs(snapshot.row(track, row), range);
  }
  if (!any || range.length().ns <= 0) return std::nullopt;
  return static_cast<double>(covered) / static_cast<double>(range.length().ns);
}

TimeRange ofLastRun(std::span<const RunRecord> runs, const TraceSnapshot& snapshot, TimeRange newest) {
  const auto part = runs.empty() ? std::nullopt : partOf(runs.back(), snapshot);
  if (part) newest.begin = std::min(part->begin, newest.end);
  return newest;
}

}  // namespace strata::inline studio
