#include "app/facts/event_statistics.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "engine/trace/merged_events.h"

namespace strata::inline facts {
namespace {

bool counts(const TraceEvent& event) {
  return !event.open() && (event.kind == EventKind::Slice || isOnDevice(event.kind));
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

/// The tracks of each thread together, those of streams alone.
std::vector<std::vector<std::uint32_t>> trackGroupsOf(const TraceSnapshot& snapshot) {
  std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::size_t> threads;
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    const TrackInfo& info = snapshot.tracks()[track];
    if (info.kind == TrackKind::Counter || info.kind == TrackKind::TracingCost) continue;
    const auto [known, isNew] = info.kind == TrackKind::Host
                                    ? threads.try_emplace({info.pid, info.tid, info.thread}, groups.size())
                                    : std::pair{threads.end(), true};
    if (isNew)
      groups.push_back({track});
    else
      groups[known->second].push_back(track);
  }
  return groups;
}

/// Reads events group by group, each in order of begin.
class NameTotals {
 public:
  NameTotals(const TraceSnapshot& snapshot, TimeRange range) : m_snapshot(snapshot), m_lineOf(snapshot.nameCount()) {
    m_result.range = range;
  }

  void add(const std::vector<std::uint32_t>& tracks) {
    const TimeRange range = m_result.range;
    ++m_group;
    m_now = range.begin;
    for (MergedEvents events(m_snapshot, tracks, range.end, range.begin); !events.empty(); events.pop()) {
      const MergedEvents::Head& head = events.front();
      if (head.event->begin >= range.end) break;
      if (!counts(*head.event)) continue;
      advance(head.event->begin);
      m_active.push_back({std::min(head.end, range.end), take(*head.event, head.ref)});
    }
    advance(range.end);
    m_active.clear();
  }

  EventStatistics result() && { return std::move(m_result); }

 private:
  struct Active {
    HostTime end;
    std::uint32_t line;
  };

  /// Up to where a group's time is in the total.
  struct Reached {
    HostTime until;
    std::uint32_t group = 0;
  };

  /// Each nanosecond up to `time` goes to the event that was begun last of those that run.
  void advance(HostTime time) {
    while (!m_active.empty() && m_now < time) {
      const Active& last = m_active.back();
      const HostTime until = std::min(last.end, time);
      if (until > m_now) {
        m_result.names[last.line].self += until - m_now;
        m_now = until;
      }
      if (last.end <= m_now) m_active.pop_back();
    }
    m_now = std::max(m_now, time);
  }

  std::uint32_t lineOf(const TraceEvent& event, EventRef ref) {
    std::uint32_t& line = m_lineOf[static_cast<std::size_t>(event.name)][static_cast<std::size_t>(event.storey)];
    if (line == 0) {
      m_result.names.push_back({event.name, event.storey, event.kind, 0, {}, {}, {}, event.duration(), {-1}, ref});
      m_reached.push_back({});
      line = static_cast<std::uint32_t>(m_result.names.size());
    }
    return line - 1;
  }

  std::uint32_t take(const TraceEvent& event, EventRef ref) {
    const TimeRange range = m_result.range;
    const std::uint32_t line = lineOf(event, ref);
    NameStatistics& of = m_result.names[line];
    ++of.count;
    of.whole += event.duration();
    of.least = std::min(of.least, event.duration());
    if (event.duration() > of.most) {
      of.most = event.duration();
      of.longest = ref;
    }
    const HostTime end = std::min(event.end(), range.end);
    Reached& reached = m_reached[line];
    if (reached.group != m_group) reached = {range.begin, m_group};
    const HostTime begin = std::max(event.begin, reached.until);
    if (end > begin) {
      of.total += end - begin;
      reached.until = end;
    }
    ++m_result.events;
    m_result.cut += event.begin < range.begin || event.end() > range.end;
    return line;
  }

  const TraceSnapshot& m_snapshot;
  EventStatistics m_result;
  std::vector<std::array<std::uint32_t, kStoreyCount + 1>> m_lineOf;  ///< by name; 0: none yet
  std::vector<Reached> m_reached;                                     ///< by line
  std::uint32_t m_group = 0;                                          ///< its number, from 1
  std::vector<Active> m_active;                                       ///< in this group, begun last at the back
  HostTime m_now;  ///< up to where this group's time is in the selves
};

}  // namespace

EventStatistics statisticsOf(const TraceSnapshot& snapshot, TimeRange range, NameId chosen) {
  NameTotals totals(snapshot, range);
  for (const auto& tracks : trackGroupsOf(snapshot)) totals.add(tracks);
  EventStatistics result = std::move(totals).result();
  std::stable_sort(result.names.begin(), result.names.end(),
                   [](const NameStatistics& a, const NameStatistics& b) { return a.total > b.total; });
  const auto found = std::find_if(result.names.begin(), result.names.end(),
                                  [&](const NameStatistics& of) { return of.name == chosen; });
  if (!result.names.empty())
    result.spread = spreadOf(snapshot, range, found != result.names.end() ? *found : result.names.front());
  return result;
}

}  // namespace strata::inline facts
