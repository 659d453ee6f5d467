#include "app/facts/event_statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "app/facts/lanes.h"
#include "app/facts/numbered_events.h"
#include "engine/base/median.h"
#include "engine/trace/merged_events.h"

namespace strata::inline facts {
namespace {

constexpr std::uint32_t kNoLine = UINT32_MAX;

/// Not device work, a wait for it, or an annotation beside it.
bool ofThread(EventKind kind, Storey storey) {
  return kind == EventKind::Slice && storey != Storey::Hardware;
}

/// The durations are put in order as far as it must.
void addPercentiles(NameStatistics& of, std::vector<std::int64_t>& durations) {
  const auto median = durations.begin() + static_cast<std::ptrdiff_t>(medianPlace(durations.size()));
  std::nth_element(durations.begin(), median, durations.end());
  of.median = {*median};
  if (durations.size() >= kLeastForP99) {
    const auto p99 = durations.begin() + static_cast<std::ptrdiff_t>(p99Place(durations.size()));
    std::nth_element(median, p99, durations.end());
    of.p99 = Duration{*p99};
  }
}

Spread spreadOf(const NameStatistics& of, std::vector<std::int64_t> durations) {
  auto from = durations.begin();
  const auto at = [&](std::size_t thousandths) {  // never fewer than before
    const auto place = durations.begin() + static_cast<std::ptrdiff_t>(rankPlace(durations.size(), thousandths));
    if (place >= from) {  // of few, two shares stand at one place
      std::nth_element(from, place, durations.end());
      from = place + 1;
    }
    return Duration{*place};
  };
  Spread spread;
  spread.line = of.key();
  spread.low = at(0);
  spread.p5 = at(50);
  spread.median = at(500);
  spread.p95 = at(950);
  spread.high = at(995);
  spread.most = of.most;
  constexpr std::int64_t kDecade = 10;
  spread.byFactors = spread.high.ns > kDecade * std::max<std::int64_t>(1, spread.low.ns) &&
                     spread.placeOf(spread.median) * Spread::kBins < 1;
  for (const std::int64_t duration : durations) {
    const double place = spread.placeOf({duration}) * Spread::kBins;
    ++spread.bins[std::min(Spread::kBins - 1, static_cast<std::size_t>(place))];
  }
  return spread;
}

}  // namespace

double Spread::placeOf(Duration duration) const {
  const auto on = [this](Duration point) {
    const auto ns = static_cast<double>(std::max<std::int64_t>(byFactors ? 1 : 0, point.ns));
    return byFactors ? std::log(ns) : ns;
  };
  const double width = on(high) - on(low);
  return width > 0 ? (on(duration) - on(low)) / width : 0;
}

namespace {

void addUpEvents(EventStatistics& statistics) {
  for (const NameStatistics& of : statistics.names) statistics.events += of.count, statistics.cut += of.cut;
}

/// Reads events group by group, each in order of begin.
class NameTotals {
 public:
  NameTotals(const TraceSnapshot& snapshot, TimeRange range, const EventSieve& sieve, std::span<const NameId> sameAs,
             bool byShape, const TellApart& apart)
      : m_snapshot(snapshot),
        m_sieve(sieve),
        m_sameAs(sameAs),
        m_byShape(byShape),
        m_apart(apart),
        m_counting(snapshot),
        m_lineOf(snapshot.nameCount()) {
    m_result.state = snapshot.state();
    m_result.range = range;
  }

  void add(const std::vector<std::uint32_t>& tracks) {
    const TimeRange range = m_result.range;
    ++m_group;
    m_now = range.begin;
    for (MergedEvents events(m_snapshot, tracks, range.end, range.begin); !events.empty(); events.pop()) {
      const MergedEvents::Head& head = events.front();
      if (head.event->begin >= range.end) break;
      const TraceEvent& event = *head.event;
      if (!isCounted(event)) continue;
      const bool apart = m_counting.leavesOut(event);
      if (apart && isWork(event.kind)) {
        m_result.counting.add(event);
        continue;
      }
      advance(event.begin);
      if (apart) {  // nor is it the time of what it is nested in
        m_active.push_back({std::min(head.end, range.end), kNoLine, EventKind::Slice, /*ofThread=*/false});
        continue;
      }
      const std::uint32_t line = m_sieve.passes(event) ? take(event, head.ref) : kNoLine;
      m_active.push_back({std::min(head.end, range.end), line, event.kind, ofThread(event.kind, event.storey)});
    }
    advance(range.end);
    m_active.clear();
  }

  EventStatistics result(const NameAndShape& chosen) && {
    m_result.chosen = chosen;
    std::vector<NameStatistics>& lines = m_result.names;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      addPercentiles(lines[i], m_durations[i]);
      if (m_apart) lines[i].lengths = m_durations[i];
      lines[i].operations = m_operations[i].size();
    }
    std::vector<std::uint32_t> order(lines.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return lines[a].total > lines[b].total; });
    const auto found = std::ranges::find_if(order, [&](std::uint32_t i) { return lines[i].key() == chosen; });
    if (!order.empty()) {
      const std::uint32_t line = found != order.end() ? *found : order.front();
      m_result.spread = spreadOf(lines[line], std::move(m_durations[line]));
    }
    std::vector<NameStatistics> sorted;
    sorted.reserve(lines.size());
    for (const std::uint32_t line : order) sorted.push_back(std::move(lines[line]));
    lines = std::move(sorted);
    addUpEvents(m_result);
    return std::move(m_result);
  }

 private:
  struct Active {
    HostTime end;
    std::uint32_t line;
    EventKind kind;
    bool ofThread;
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
        if (last.line != kNoLine) m_result.names[last.line].self += until - m_now;
        if (isWork(last.kind)) m_result.deviceTime += until - m_now;
        if (last.ofThread) m_result.hostTime += until - m_now;
        m_now = until;
      }
      if (last.end <= m_now) m_active.pop_back();
    }
    m_now = std::max(m_now, time);
  }

  std::uint32_t lineOf(const TraceEvent& event, EventRef ref) {
    NameAndShape key = nameAndShape(m_snapshot, event, m_byShape);
    if (!m_sameAs.empty()) key.name = m_sameAs[static_cast<std::size_t>(key.name)];
    const std::uint64_t apart = m_apart ? m_apart(event, ref) : 0;
    std::uint32_t& line = !key.shape && apart == 0
                              ? m_lineOf[static_cast<std::size_t>(key.name)][static_cast<std::size_t>(event.storey)]
                              : m_lineApart[{key, event.storey, apart}];
    if (line == 0) {
      NameStatistics& of = m_result.names.emplace_back();
      of.name = key.name;
      of.storey = event.storey;
      of.kind = event.kind;
      of.shape = key.shape;
      of.apart = apart;
      of.least = event.duration();
      of.most = {-1};
      m_reached.push_back({});
      m_durations.emplace_back();
      m_operations.emplace_back();
      line = static_cast<std::uint32_t>(m_result.names.size());
    }
    return line - 1;
  }

  std::uint32_t take(const TraceEvent& event, EventRef ref) {
    const TimeRange range = m_result.range;
    const std::uint32_t line = lineOf(event, ref);
    NameStatistics& of = m_result.names[line];
    ++of.count;
    m_durations[line].push_back(event.duration().ns);
    if (const auto call = isWork(event.kind) ? m_snapshot.call(event.call) : std::nullopt)
      m_operations[line].insert(m_snapshot.event(call->top).name);
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
    of.cut += event.begin < range.begin || event.end() > range.end;
    return line;
  }

  const TraceSnapshot& m_snapshot;
  const EventSieve& m_sieve;
  const std::span<const NameId> m_sameAs;
  const bool m_byShape;
  const TellApart& m_apart;
  CountingEvents m_counting;
  EventStatistics m_result;
  std::vector<std::vector<std::int64_t>> m_durations;                                    ///< ns, by line
  std::vector<std::unordered_set<NameId>> m_operations;                                  ///< names of calls, by line
  std::vector<std::array<std::uint32_t, kStoreyCount + 1>> m_lineOf;                     ///< by name; 0: none yet
  std::map<std::tuple<NameAndShape, Storey, std::uint64_t>, std::uint32_t> m_lineApart;  ///< the same
  std::vector<Reached> m_reached;                                                        ///< by line
  std::uint32_t m_group = 0;                                                             ///< its number, from 1
  std::vector<Active> m_active;  ///< in this group, begun last at the back
  HostTime m_now;                ///< up to where this group's time is in the selves
};

}  // namespace

NameAndShape nameAndShape(const TraceSnapshot& snapshot, const TraceEvent& event, bool byShape) {
  return {event.name, byShape ? launchShape(snapshot, event) : std::nullopt};
}

bool isCounted(const TraceEvent& event) {
  return !event.open() && (event.kind == EventKind::Slice || isOnDevice(event.kind));
}

bool isCounted(const TrackInfo& track) {
  return track.kind != TrackKind::Counter && track.kind != TrackKind::TracingCost;
}

Duration EventStatistics::busyAround(const NameStatistics& of) const {
  return isWork(of.kind) ? deviceTime : ofThread(of.kind, of.storey) ? hostTime : Duration{};
}

std::optional<double> EventStatistics::shareOf(const NameStatistics& of) const {
  const Duration all = busyAround(of);
  if (all.ns == 0) return std::nullopt;
  return static_cast<double>(of.self.ns) / static_cast<double>(all.ns);
}

EventStatistics statisticsOf(const TraceSnapshot& snapshot, TimeRange range, const NameAndShape& chosen,
                             const EventSieve& sieve, std::span<const NameId> sameAs, bool byShape,
                             const TellApart& apart) {
  NameTotals totals(snapshot, range, sieve, sameAs, byShape, apart);
  for (const Lane& lane : lanesOf(snapshot)) totals.add(lane.tracks);
  return std::move(totals).result(chosen);
}

EventStatistics statisticsOfNames(const TraceSnapshot& snapshot, const EventStatistics& all, NameId chosen,
                                  const EventSieve& sieve) {
  EventStatistics result{.state = all.state,
                         .range = all.range,
                         .chosen = chosen,
                         .names = {},
                         .spread = {},
                         .counting = all.counting,
                         .deviceTime = all.deviceTime,
                         .hostTime = all.hostTime};
  std::ranges::copy_if(all.names, std::back_inserter(result.names),
                       [&](const NameStatistics& of) { return sieve.passes(of.name, of.storey); });
  addUpEvents(result);
  if (result.names.empty()) return result;
  const auto found = std::ranges::find(result.names, chosen, &NameStatistics::name);
  const NameStatistics& line = found != result.names.end() ? *found : result.names.front();
  std::vector<std::int64_t> durations;
  durations.reserve(line.count);
  CountingEvents counting(snapshot);
  NumberedEvents(snapshot, all.range).each(snapshot, [&](std::uint32_t, const TraceEvent& event) {
    if (event.name == line.name && event.storey == line.storey && isCounted(event) && !counting.leavesOut(event))
      durations.push_back(event.duration().ns);
  });
  result.spread = spreadOf(line, std::move(durations));
  return result;
}

}  // namespace strata::inline facts
