#include "engine/interchange/track_steps.h"

#include <algorithm>

namespace strata::inline interchange {

namespace {

bool isPoint(const TraceEvent& event) {
  return event.kind == EventKind::Instant || event.kind == EventKind::Counter;
}

}  // namespace

/// The lane whose innermost slice ends first; of lanes that end together the last.
std::uint32_t TrackSteps::endingLane() const {
  std::uint32_t ending = static_cast<std::uint32_t>(m_lanes.size());
  HostTime first = kNever;
  for (std::uint32_t lane = 0; lane < m_lanes.size(); ++lane)
    if (!m_lanes[lane].empty() && m_lanes[lane].back().end <= first && m_lanes[lane].back().end != kNever) {
      first = m_lanes[lane].back().end;
      ending = lane;
    }
  return ending;
}

HostTime TrackSteps::nextTime() const {
  const std::uint32_t ending = endingLane();
  const HostTime end = ending < m_lanes.size() ? m_lanes[ending].back().end : kNever;
  return m_events.empty() ? end : std::min(end, m_events.front().event->begin);
}

/// What ends when the next one begins ends first, unless the next one, of no length, stands below it.
bool TrackSteps::endsBeforeFront(const MergedEvents::Head& open) const {
  if (m_events.empty()) return true;
  const MergedEvents::Head& next = m_events.front();
  if (open.end != next.event->begin) return open.end < next.event->begin;
  return next.end != next.event->begin || open.ref.row >= next.ref.row;
}

std::uint32_t TrackSteps::laneFor(HostTime end) {
  for (std::uint32_t lane = 0; lane < m_lanes.size(); ++lane)
    if (m_lanes[lane].empty() || (!m_flat && m_lanes[lane].back().end >= end)) return lane;
  m_lanes.emplace_back();
  return static_cast<std::uint32_t>(m_lanes.size() - 1);
}

TrackSteps::Step TrackSteps::take() {
  const std::uint32_t ending = endingLane();
  if (ending < m_lanes.size() && endsBeforeFront(m_lanes[ending].back())) {
    const MergedEvents::Head ended = m_lanes[ending].back();
    m_lanes[ending].pop_back();
    return {ended.event, ended.ref, ended.end, ending, true};
  }
  MergedEvents::Head head = m_events.front();
  m_events.pop();
  if (head.event->open()) head.end = kNever;  // of what was cut off, too, no end is known
  if (isPoint(*head.event)) return {head.event, head.ref, head.event->begin, 0, false};
  const std::uint32_t lane = laneFor(head.end);
  m_lanes[lane].push_back(head);
  return {head.event, head.ref, head.event->begin, lane, false};
}

}  // namespace strata::inline interchange
