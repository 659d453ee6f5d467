#include <algorithm>

#include "engine/trace/store_links.h"
#include "engine/trace/trace_query.h"

namespace strata {

namespace {

/// Where a storey becomes active (+1) or stops being so (-1).
struct Edge {
  HostTime time;
  std::size_t storey;
  int change;
};

/// The storey an event's time counts for; none for points, Strata's own cost and what no storey claims.
std::optional<std::size_t> storeyOf(const TraceEvent& event) {
  if (isWork(event.kind)) return static_cast<std::size_t>(Storey::Hardware);
  if (event.kind != EventKind::Slice || event.storey == Storey::Other) return std::nullopt;
  return static_cast<std::size_t>(event.storey);
}

void addEdges(std::vector<Edge>& edges, const TraceEvent& event, HostTime end, TimeRange window) {
  const std::optional<std::size_t> storey = storeyOf(event);
  const HostTime from = std::max(event.begin, window.begin), to = std::min(end, window.end);
  if (!storey || from >= to) return;
  edges.push_back({from, *storey, 1});
  edges.push_back({to, *storey, -1});
}

std::array<Duration, kStoreyCount> sweep(std::vector<Edge>& edges) {
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.time < b.time; });
  std::array<int, kStoreyCount> active{};
  std::array<Duration, kStoreyCount> times{};
  for (std::size_t i = 0; i < edges.size(); ++i) {
    active[edges[i].storey] += edges[i].change;
    if (i + 1 == edges.size()) break;
    const auto deepest = std::find_if(active.rbegin(), active.rend(), [](int n) { return n > 0; });
    if (deepest == active.rend()) continue;
    times[static_cast<std::size_t>(active.rend() - deepest) - 1] += edges[i + 1].time - edges[i].time;
  }
  return times;
}

}  // namespace

std::array<Duration, kStoreyCount> storeyTimes(const TraceSnapshot& snapshot, CallId call) {
  const std::optional<CallInfo> info = snapshot.call(call);
  if (!info) return {};
  const TraceEvent& top = snapshot.event(info->top);
  const TimeRange window{top.begin, top.open() ? info->end : top.end()};
  std::vector<Edge> edges;
  for (const EventRef ref : eventsOfCall(snapshot, call)) {
    const TraceEvent& event = snapshot.event(ref);
    addEdges(edges, event, event.end(), window);
  }
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
    if (open.event.call == call) addEdges(edges, open.event, open.event.seenEnd(window.end), window);
  return sweep(edges);
}

}  // namespace strata
