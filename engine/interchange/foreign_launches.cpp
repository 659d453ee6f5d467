#include "engine/interchange/foreign_launches.h"

#include <algorithm>
#include <iterator>

namespace strata::inline interchange {

namespace {

constexpr TimeRange kNoLaunch{{1}, {0}};

bool touch(TimeRange a, TimeRange b) {
  return a.begin <= b.end && b.begin <= a.end;
}

}  // namespace

CorrelationId ForeignLaunches::idOf(const TraceEvent& launch) {
  const CorrelationId id = launch.correlation;
  const auto index = static_cast<std::size_t>(id);
  const TimeRange time{launch.begin, launch.end()};
  if (index >= m_first.size()) m_first.resize(std::max(index + 1, m_first.size() * 2), kNoLaunch);
  TimeRange& first = m_first[index];
  if (first == kNoLaunch) first = time;
  if (touch(first, time)) return id;
  std::vector<Launch>& all = m_several[id];
  if (all.empty()) all.push_back({first, id});
  const auto next = std::ranges::upper_bound(all, time.begin, {}, beginOf);
  if (next != all.begin() && touch(std::prev(next)->time, time)) return std::prev(next)->id;
  if (next != all.end() && touch(next->time, time)) return next->id;
  return all.insert(next, {time, CorrelationId{m_correlations.fresh()}})->id;
}

CorrelationId ForeignLaunches::idOfLaunchOf(const TraceEvent& work) const {
  const auto several = m_several.find(work.correlation);
  if (several == m_several.end()) return work.correlation;
  const std::vector<Launch>& all = several->second;
  const auto next = std::ranges::upper_bound(all, work.begin, {}, beginOf);
  return next == all.begin() ? next->id : std::prev(next)->id;
}

}  // namespace strata::inline interchange
