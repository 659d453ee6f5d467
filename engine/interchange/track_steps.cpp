#include "engine/interchange/track_steps.h"

#include <algorithm>

namespace strata::inline interchange {

namespace {

bool isPoint(const TraceEvent& event) {
  return event.kind == EventKind::Instant || event.kind == EventKind::Counter;
}

}  // namespace

/// The subtrack whose innermost slice ends first; of subtracks that end together the last.
std::uint32_t TrackSteps::endingSubtrack() const {
  std::uint32_t ending = static_cast<std::uint32_t>(m_subtracks.size());
  HostTime first = kNever;
  for (std::uint32_t subtrack = 0; subtrack < m_subtracks.size(); ++subtrack)
    if (!m_subtracks[subtrack].empty() && m_subtracks[subtrack].back().end <= first &&
        m_subtracks[subtrack].back().end != kNever) {
      first = m_subtracks[subtrack].back().end;
      ending = subtrack;
    }
  return ending;
}

HostTime TrackSteps::nextTime() const {
  const std::uint32_t ending = endingSubtrack();
  const HostTime end = ending < m_subtracks.size() ? m_subtracks[ending].back().end : kNever;
  return m_events.empty() ? end : std::min(end, m_events.front().event->begin);
}

/// What ends when the next one begins ends first, unless the next one, of no length, stands below it.
bool TrackSteps::endsBeforeFront(const MergedEvents::Head& open) const {
  if (m_events.empty()) return true;
  const MergedEvents::Head& next = m_events.front();
  if (open.end != next.event->begin) return open.end < next.event->begin;
  return next.end != next.event->begin || open.ref.row >= next.ref.row;
}

std::uint32_t TrackSteps::subtrackFor(HostTime end) {
  for (std::uint32_t subtrack = 0; subtrack < m_subtracks.size(); ++subtrack)
    if (m_subtracks[subtrack].empty() || (!m_flat && m_subtracks[subtrack].back().end >= end)) return subtrack;
  m_subtracks.emplace_back();
  return static_cast<std::uint32_t>(m_subtracks.size() - 1);
}

TrackSteps::Step TrackSteps::take() {
  const std::uint32_t ending = endingSubtrack();
  if (ending < m_subtracks.size() && endsBeforeFront(m_subtracks[ending].back())) {
    const MergedEvents::Head ended = m_subtracks[ending].back();
    m_subtracks[ending].pop_back();
    return {ended.event, ended.ref, ended.end, ending, true};
  }
  MergedEvents::Head head = m_events.front();
  m_events.pop();
  if (head.event->open()) head.end = kNever;  // of what was cut off, too, no end is known
  if (isPoint(*head.event)) return {head.event, head.ref, head.event->begin, 0, false};
  const std::uint32_t subtrack = subtrackFor(head.end);
  m_subtracks[subtrack].push_back(head);
  return {head.event, head.ref, head.event->begin, subtrack, false};
}

}  // namespace strata::inline interchange
