#include "engine/interchange/foreign_launches.h"

#include <algorithm>

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
  const auto same = std::ranges::find_if(all, [&](const Launch& known) { return touch(known.time, time); });
  if (same != all.end()) return same->id;
  all.push_back({time, CorrelationId{m_correlations.fresh()}});
  return all.back().id;
}

CorrelationId ForeignLaunches::idOfLaunchOf(const TraceEvent& work) const {
  const auto several = m_several.find(work.correlation);
  if (several == m_several.end()) return work.correlation;
  const auto isNearer = [&](const Launch& a, const Launch& b) {
    const bool aBefore = a.time.begin <= work.begin, bBefore = b.time.begin <= work.begin;
    if (aBefore != bBefore) return bBefore;
    return aBefore ? a.time.begin < b.time.begin : b.time.begin < a.time.begin;
  };
  return std::ranges::max_element(several->second, isNearer)->id;
}

}  // namespace strata::inline interchange
