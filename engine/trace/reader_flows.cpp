#include "engine/trace/reader_flows.h"

#include "engine/trace/store_links.h"

namespace strata::inline trace {

void FlowTable::prepare(DecodedEvent& decoded) {
  m_launches = decoded.arrows->moreLaunches;
  for (const std::uint64_t id : decoded.arrows->endingFlows) prepare(decoded.event, id, true);
  for (const std::uint64_t id : decoded.arrows->flows) prepare(decoded.event, id, false);
}

void FlowTable::prepare(TraceEvent& event, std::uint64_t id, bool ends) {
  const auto flow = m_flows.find(id);
  if (flow != m_flows.end() && (ends || !flow->second.ended)) {
    // Where it ended once it may end again: each end has an arrow of its own.
    const CorrelationId arrow{flow->second.ended ? m_state.correlations.fresh() : flow->second.next};
    m_arrivals.push_back({arrow, flow->second.last});
    if (ends) flow->second.ended = true;
    if (event.correlation == CorrelationId::None) {
      event.correlation = arrow;
      event.flags |= kEndsFlow;
    }
  }
  if (ends) return;
  const std::uint32_t next = m_state.correlations.fresh();
  m_departures.emplace_back(id, next);
  if (event.correlation == CorrelationId::None) event.correlation = CorrelationId{next};
}

void FlowTable::stored(std::optional<EventRef> place) {
  if (place) {
    for (const Arrival& arrival : m_arrivals) m_state.store.link(arrival.id, arrival.from, *place);
    for (const std::uint32_t id : m_launches) m_state.store.link(CorrelationId{id}, *place, kNoEvent);
    for (const auto& [id, next] : m_departures) m_flows[id] = {*place, next, false};
  }
  m_arrivals.clear();
  m_departures.clear();
}

}  // namespace strata::inline trace
