#include "app/facts/comparison.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "app/facts/event_statistics.h"
#include "app/facts/vendor_words.h"

namespace strata::inline facts {
namespace {

using Key = std::pair<Storey, std::string>;

void addSide(std::map<Key, ComparedName>& found, const ComparedSession& session, std::size_t side) {
  const EventStatistics statistics = statisticsOf(*session.snapshot, session.range, NameId::None);
  for (const NameStatistics& of : statistics.names) {
    const std::string_view name = session.snapshot->name(of.name);
    ComparedName& line = found[{of.storey, commonName(name)}];
    line.storey = of.storey;
    line.count[side] += of.count;
    // Of several names for one call the one that takes most stands for all.
    if (of.total >= line.total[side]) line.names[side] = name, line.longest[side] = of.longest;
    line.total[side] += of.total;
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

/// All events of a side that begin in its range and whose common name this is, in order of time.
std::vector<std::pair<HostTime, EventRef>> eventsNamed(const ComparedSession& side, std::string_view name) {
  const TraceSnapshot& snapshot = *side.snapshot;
  const auto inRange = [&](HostTime time) { return time >= side.range.begin && time <= side.range.end; };
  std::vector<bool> named(snapshot.nameCount());
  for (std::size_t id = 0; id < named.size(); ++id)
    named[id] = commonName(snapshot.name(static_cast<NameId>(id))) == name;
  std::vector<std::pair<HostTime, EventRef>> events;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::uint32_t i = 0; i < row.size(); ++i)
        if (row[i].kind != EventKind::Counter && named[static_cast<std::size_t>(row[i].name)] && inRange(row[i].begin))
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
  const std::string name = commonName(first.snapshot->name(event.name));
  const auto here = eventsNamed(first, name), there = eventsNamed(second, name);
  const auto at =
      static_cast<std::size_t>(std::ranges::lower_bound(here, std::pair{event.begin, *anchor}) - here.begin());
  if (at >= here.size() || at >= there.size()) return;
  first.anchor = event.begin;
  second.anchor = there[at].first;
}

}  // namespace

std::string ComparedName::label() const {
  const std::string& one = names[names[0].empty() ? 1 : 0];
  return onBoth() && names[0] != names[1] ? one + " / " + names[1] : one;
}

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

std::string sessionTitle(const ViewState& state) {
  if (!state.session.hello) return state.session.title;
  return state.session.title.empty() ? state.session.hello->device.name
                                     : state.session.hello->device.name + " · " + state.session.title;
}

ComparedSession wholeSession(const ViewState& state) {
  return {state.session.snapshot, sessionTitle(state), *state.session.snapshot->bounds(), {}};
}

}  // namespace strata::inline facts
