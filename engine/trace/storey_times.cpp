#include <algorithm>

#include "engine/trace/storey_sweep.h"
#include "engine/trace/trace_query.h"

namespace strata::inline trace {

namespace {

/// The storey an event's time counts for; none for points, Strata's own cost and what no storey claims.
std::optional<std::size_t> storeyOf(const TraceEvent& event) {
  if (isWork(event.kind)) return static_cast<std::size_t>(Storey::Hardware);
  if (event.kind != EventKind::Slice || event.storey == Storey::Other) return std::nullopt;
  return static_cast<std::size_t>(event.storey);
}

}  // namespace

void StoreySweep::add(const TraceEvent& event, HostTime end) {
  const std::optional<std::size_t> storey = storeyOf(event);
  const HostTime from = std::max(event.begin, m_window.begin), to = std::min(end, m_window.end);
  if (!storey || from >= to) return;
  m_edges.push_back({from, *storey, 1});
  m_edges.push_back({to, *storey, -1});
}

std::array<Duration, kStoreyCount> StoreySweep::times() && {
  std::sort(m_edges.begin(), m_edges.end(), [](const Edge& a, const Edge& b) { return a.time < b.time; });
  std::array<int, kStoreyCount> active{};
  std::array<Duration, kStoreyCount> times{};
  for (std::size_t i = 0; i < m_edges.size(); ++i) {
    active[m_edges[i].storey] += m_edges[i].change;
    if (i + 1 == m_edges.size()) break;
    const auto deepest = std::find_if(active.rbegin(), active.rend(), [](int n) { return n > 0; });
    if (deepest == active.rend()) continue;
    times[static_cast<std::size_t>(active.rend() - deepest) - 1] += m_edges[i + 1].time - m_edges[i].time;
  }
  return times;
}

std::array<Duration, kStoreyCount> storeyTimes(const TraceSnapshot& snapshot, CallId call) {
  const std::optional<CallInfo> info = snapshot.call(call);
  if (!info) return {};
  const TraceEvent& top = snapshot.event(info->top);
  const TimeRange window{top.begin, top.open() ? info->end : top.end()};
  StoreySweep sweep(window);
  for (const EventRef ref : eventsOfCall(snapshot, call, window.end)) {
    const TraceEvent& event = snapshot.event(ref);
    sweep.add(event, event.end());
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
    if (open.event.call == call) sweep.add(open.event, open.event.seenEnd(window.end));
  return std::move(sweep).times();
}

}  // namespace strata::inline trace
