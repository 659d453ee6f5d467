#include "engine/interchange/arrow_ends.h"

#include <algorithm>
#include <tuple>

namespace strata::inline interchange {

ArrowEnds::ArrowEnds(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {
  for (std::uint32_t i = 1; i <= snapshot.correlationCount(); ++i) {
    const CorrelationId id{i};
    if (!whole(id)) continue;
    ++m_count;
    const EventRef from = *snapshot.launchOf(id), to = *snapshot.workOf(id);
    if (snapshot.event(from).correlation != id) m_shared.push_back({from, id, true});
    if (snapshot.event(to).correlation != id) m_shared.push_back({to, id, false});
  }
  std::sort(m_shared.begin(), m_shared.end(),
            [](const ArrowEnd& a, const ArrowEnd& b) { return std::tie(a.at, a.id) < std::tie(b.at, b.id); });
}

bool ArrowEnds::whole(CorrelationId id) const {
  const auto launch = m_snapshot.launchOf(id), work = m_snapshot.workOf(id);
  if (!launch || !work) return false;
  const HostTime from = m_snapshot.event(*launch).begin;
  const TraceEvent& target = m_snapshot.event(*work);
  return from <= target.begin || from < target.end();
}

HostTime ArrowEnds::arrival(CorrelationId id) const {
  return std::max(m_snapshot.event(*m_snapshot.launchOf(id)).begin, m_snapshot.event(*m_snapshot.workOf(id)).begin);
}

void ArrowEnds::at(EventRef ref, const TraceEvent& event, std::vector<ArrowEnd>& ends) const {
  ends.clear();
  if (event.correlation != CorrelationId::None && whole(event.correlation)) {
    if (m_snapshot.launchOf(event.correlation) == ref) ends.push_back({ref, event.correlation, true});
    if (m_snapshot.workOf(event.correlation) == ref) ends.push_back({ref, event.correlation, false});
  }
  if (m_shared.empty()) return;
  const auto before = [](const ArrowEnd& end, EventRef place) { return end.at < place; };
  for (auto end = std::lower_bound(m_shared.begin(), m_shared.end(), ref, before);
       end != m_shared.end() && end->at == ref; ++end)
    ends.push_back(*end);
}

}  // namespace strata::inline interchange
