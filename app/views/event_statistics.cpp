#include "app/views/event_statistics.h"

#include <algorithm>
#include <functional>

namespace strata {
namespace {

bool counts(const TraceEvent& event) {
  return !event.open() &&
         (event.kind == EventKind::Slice || event.kind == EventKind::Kernel || event.kind == EventKind::Copy);
}

void forEachIn(const TraceSnapshot& snapshot, TimeRange range,
               const std::function<void(const TraceEvent&, EventRef)>& visit) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    const TrackKind kind = snapshot.tracks()[track].kind;
    if (kind == TrackKind::Counter || kind == TrackKind::TracingCost) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      std::size_t i = row.firstNot([&](const TraceEvent& e) { return e.end() <= range.begin; });
      for (; i < row.size() && row[i].begin < range.end; ++i)
        if (counts(row[i])) visit(row[i], {track, r, static_cast<std::uint32_t>(i)});
    }
  }
}

Spread spreadOf(const TraceSnapshot& snapshot, TimeRange range, const NameStatistics& of) {
  std::vector<std::int64_t> durations;
  durations.reserve(of.count);
  forEachIn(snapshot, range, [&](const TraceEvent& event, EventRef) {
    if (event.name == of.name && event.storey == of.storey) durations.push_back(event.duration().ns);
  });
  std::sort(durations.begin(), durations.end());
  const auto at = [&](double share) {
    return Duration{durations[static_cast<std::size_t>(share * static_cast<double>(durations.size() - 1) + 0.5)]};
  };
  Spread spread{of.name, at(0.5), at(0.05), at(0.95), {}, at(0), at(0.995)};
  const auto width = static_cast<double>(std::max<std::int64_t>(1, spread.high.ns - spread.low.ns));
  for (const std::int64_t duration : durations) {
    const double place = static_cast<double>(duration - spread.low.ns) / width * Spread::kBins;
    ++spread.bins[std::min(Spread::kBins - 1, static_cast<std::size_t>(place))];
  }
  return spread;
}

}  // namespace

EventStatistics statisticsOf(const TraceSnapshot& snapshot, TimeRange range, NameId chosen) {
  EventStatistics result;
  result.range = range;
  std::vector<std::array<std::uint32_t, kStoreyCount + 1>> lineOf(snapshot.nameCount());  // 0: none yet
  forEachIn(snapshot, range, [&](const TraceEvent& event, EventRef ref) {
    std::uint32_t& line = lineOf[static_cast<std::size_t>(event.name)][static_cast<std::size_t>(event.storey)];
    if (line == 0) {
      result.names.push_back({event.name, event.storey, event.kind, 0, {}, event.duration(), {-1}, ref});
      line = static_cast<std::uint32_t>(result.names.size());
    }
    NameStatistics& of = result.names[line - 1];
    ++of.count;
    of.total = of.total + event.duration();
    of.least = std::min(of.least, event.duration());
    if (event.duration() > of.most) {
      of.most = event.duration();
      of.longest = ref;
    }
    ++result.events;
  });
  std::stable_sort(result.names.begin(), result.names.end(),
                   [](const NameStatistics& a, const NameStatistics& b) { return a.total > b.total; });
  const auto found = std::find_if(result.names.begin(), result.names.end(),
                                  [&](const NameStatistics& of) { return of.name == chosen; });
  if (!result.names.empty())
    result.spread = spreadOf(snapshot, range, found != result.names.end() ? *found : result.names.front());
  return result;
}

}  // namespace strata
