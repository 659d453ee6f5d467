#include "engine/trace/reader_flows.h"

namespace strata {

void FlowTable::link(DecodedEvent& decoded) {
  for (const std::uint64_t flow : decoded.endingFlows) link(decoded.event, flow, true);
  for (const std::uint64_t flow : decoded.flows) link(decoded.event, flow, false);
}

void FlowTable::link(TraceEvent& event, std::uint64_t flow, bool ends) {
  if (event.correlation != CorrelationId::None) return;
  const auto started = m_started.find(flow);
  if (started != m_started.end()) {
    event.correlation = static_cast<CorrelationId>(started->second);
    event.flags |= kEndsFlow;
    m_started.erase(started);
  } else if (!ends) {
    const std::uint32_t correlation = m_correlations.fresh();
    m_started.emplace(flow, correlation);
    event.correlation = static_cast<CorrelationId>(correlation);
  }
}

}  // namespace strata
