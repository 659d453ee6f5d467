#include "engine/interchange/stack_lane.h"

#include <algorithm>

namespace strata::inline interchange {

void StackLane::open(HostTime time, NameId frame) {
  TraceEvent event;
  event.begin = m_last = std::max(m_last, time);
  event.name = frame;
  event.provenance = m_provenance;
  setLaneStep(event, LaneStep::Begin);
  m_trace.add(m_lane, event, m_category);
  m_open.push_back(frame);
}

int StackLane::close(HostTime time, NameId frame) {
  const auto found = std::find(m_open.rbegin(), m_open.rend(), frame);
  if (found == m_open.rend()) return -1;
  const auto within = found - m_open.rbegin();
  closeTo(m_open.size() - static_cast<std::size_t>(within) - 1, time);
  return static_cast<int>(within);
}

void StackLane::seen(HostTime time, std::span<const NameId> frames) {
  const auto same = std::mismatch(m_open.begin(), m_open.end(), frames.begin(), frames.end()).first - m_open.begin();
  closeTo(static_cast<std::size_t>(same), time);
  for (const NameId frame : frames.subspan(static_cast<std::size_t>(same))) open(time, frame);
}

void StackLane::closeTo(std::size_t depth, HostTime time) {
  TraceEvent event;
  event.begin = m_last = std::max(m_last, time);
  setLaneStep(event, LaneStep::End);
  for (; m_open.size() > depth; m_open.pop_back()) m_trace.add(m_lane, event, m_category);
}

}  // namespace strata::inline interchange
