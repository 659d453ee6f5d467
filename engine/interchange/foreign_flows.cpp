#include "engine/interchange/foreign_flows.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace strata {

void ForeignFlows::bound(const FlowPoint& point, EventRef ref, const TraceEvent& event) {
  const bool work = event.kind == EventKind::Kernel || event.kind == EventKind::Copy;
  m_bound.push_back({point.time, point.key, point.order, point.phase, event.correlation, work, ref});
}

void ForeignFlows::resolve() {
  std::sort(m_bound.begin(), m_bound.end(), [](const Bound& a, const Bound& b) {
    return std::tuple(a.time, a.phase, a.order) < std::tuple(b.time, b.phase, b.order);
  });
  std::unordered_map<std::uint64_t, const Bound*> open;
  for (const Bound& point : m_bound) {
    const Bound*& from = open[point.key];
    if (point.phase == FlowPoint::Phase::Start)
      from = &point;
    else if (!from)
      ++m_withoutStart;
    else
      join(*from, point);
    if (from && point.phase == FlowPoint::Phase::Step) from = &point;
  }
  m_bound = {};
}

/// Launches and their work are joined by their correlation already; the file's arrow says the same once more.
void ForeignFlows::join(const Bound& from, const Bound& to) {
  const bool same = from.correlation != CorrelationId::None && from.correlation == to.correlation;
  if (same && (to.work || m_store.link(from.correlation, from.ref, to.ref))) return;
  m_store.link(CorrelationId{m_correlations.fresh()}, from.ref, to.ref);
}

}  // namespace strata
