#include "engine/interchange/foreign_flows.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace strata::inline interchange {

void ForeignFlows::bound(const FlowPoint& point, EventRef ref, const TraceEvent& event) {
  const bool work = event.kind == EventKind::Kernel || event.kind == EventKind::Copy;
  m_bound.push_back(
      {point.time, point.key, point.order, point.phase, event.correlation, point.sameCorrelation, work, ref});
}

void ForeignFlows::resolve() {
  std::sort(m_bound.begin(), m_bound.end(), [](const Bound& a, const Bound& b) {
    return std::tuple(a.time, a.phase, a.order) < std::tuple(b.time, b.phase, b.order);
  });
  for (const FlowPoint::Phase phase : {FlowPoint::Phase::Start, FlowPoint::Phase::End})
    for (const Bound& point : m_bound)
      if (point.phase == phase && point.arrow != CorrelationId::None) completeLaunch(point);
  std::unordered_map<std::uint64_t, const Bound*> open;
  for (const Bound& point : m_bound) {
    if (point.arrow != CorrelationId::None) continue;
    const Bound*& from = open[point.key];
    if (point.phase == FlowPoint::Phase::Start)
      from = &point;
    else if (!from)
      ++m_withoutStart;
    else if (point.correlation == CorrelationId::None || m_store.launchOf(point.correlation) != from->ref)
      m_store.link(CorrelationId{m_correlations.fresh()}, from->ref, point.ref);
    if (from && point.phase == FlowPoint::Phase::Step) from = &point;
  }
  std::vector<Bound>().swap(m_bound);
}

/// An arrow whose id is a correlation: mostly the events that bear it are joined already, and this says it once more.
void ForeignFlows::completeLaunch(const Bound& point) {
  if (m_launches.severalHave(point.arrow)) return;  // it does not say which of them is meant
  const auto launch = m_store.launchOf(point.arrow), work = m_store.workOf(point.arrow);
  if (point.phase == FlowPoint::Phase::Start) {
    if (!launch) m_store.link(point.arrow, point.ref, kNoEvent);
    return;
  }
  if (!launch || launch == point.ref) ++m_withoutStart;
  if (launch == point.ref || work == point.ref) return;
  if (!work) m_store.link(point.arrow, kNoEvent, point.ref);
  const bool joined = point.work && launch && m_store.launchOf(point.correlation) == launch;
  if (work && launch && !joined) m_store.link(CorrelationId{m_correlations.fresh()}, *launch, point.ref);
}

}  // namespace strata::inline interchange
