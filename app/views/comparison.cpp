#include "app/views/comparison.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "app/views/event_statistics.h"

namespace strata {
namespace {

using Key = std::pair<Storey, std::string>;

void addSide(std::map<Key, ComparedName>& found, const ComparedSession& session, std::size_t side) {
  const EventStatistics statistics = statisticsOf(*session.snapshot, session.range, NameId::None);
  for (const NameStatistics& of : statistics.names) {
    const Key key{of.storey, std::string(session.snapshot->name(of.name))};
    ComparedName& line = found.try_emplace(key, ComparedName{key.second, of.storey, {}, {}, {}}).first->second;
    line.count[side] += of.count;
    line.total[side] += of.total;
    line.longest[side] = of.longest;
  }
}

/// The union of a storey's slices: nested and parallel ones count once.
std::array<Duration, kStoreyCount + 1> busyTimes(const ComparedSession& session) {
  std::array<std::vector<TimeRange>, kStoreyCount + 1> spans;
  const TraceSnapshot& snapshot = *session.snapshot;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    const TrackKind kind = snapshot.tracks()[track].kind;
    if (kind == TrackKind::Counter || kind == TrackKind::TracingCost) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const HostTime begin = std::max(row[i].begin, session.range.begin),
                       end = std::min(row[i].end(), session.range.end);
        if (begin < end) spans[static_cast<std::size_t>(row[i].storey)].push_back({begin, end});
      }
    }
  }
  std::array<Duration, kStoreyCount + 1> busy{};
  for (std::size_t storey = 0; storey < spans.size(); ++storey) {
    std::ranges::sort(spans[storey], {}, &TimeRange::begin);
    HostTime reached{INT64_MIN};
    for (const TimeRange span : spans[storey]) {
      if (span.end <= reached) continue;
      busy[storey] += span.end - std::max(span.begin, reached);
      reached = span.end;
    }
  }
  return busy;
}

/// All events of just this name, in order of time.
std::vector<std::pair<HostTime, EventRef>> eventsNamed(const TraceSnapshot& snapshot, std::string_view name) {
  std::vector<std::pair<HostTime, EventRef>> events;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::uint32_t i = 0; i < row.size(); ++i)
        if (row[i].kind != EventKind::Counter && snapshot.name(row[i].name) == name)
          events.push_back({row[i].begin, {track, r, i}});
    }
  std::ranges::sort(events);
  return events;
}

void align(Comparison& comparison, std::optional<EventRef> anchor) {
  auto& [first, second] = comparison.sides;
  first.anchor = first.range.begin;
  second.anchor = second.range.begin;
  if (!anchor) return;
  const TraceEvent& event = first.snapshot->event(*anchor);
  const std::string_view name = first.snapshot->name(event.name);
  const auto here = eventsNamed(*first.snapshot, name), there = eventsNamed(*second.snapshot, name);
  const auto at =
      static_cast<std::size_t>(std::ranges::lower_bound(here, std::pair{event.begin, *anchor}) - here.begin());
  if (at >= there.size()) return;
  first.anchor = event.begin;
  second.anchor = there[at].first;
}

}  // namespace

Comparison compareSessions(ComparedSession first, ComparedSession second, std::optional<EventRef> anchor) {
  Comparison comparison{{std::move(first), std::move(second)}, {}, {}};
  std::map<Key, ComparedName> found;
  for (std::size_t side = 0; side < 2; ++side) {
    addSide(found, comparison.sides[side], side);
    comparison.busy[side] = busyTimes(comparison.sides[side]);
  }
  for (auto& [key, line] : found) comparison.names.push_back(std::move(line));
  const auto difference = [](const ComparedName& of) { return std::abs(of.total[0].ns - of.total[1].ns); };
  std::ranges::stable_sort(comparison.names, std::ranges::greater{}, difference);
  align(comparison, anchor);
  return comparison;
}

}  // namespace strata
