#include "engine/interchange/frame_stack.h"

#include <algorithm>

namespace strata::inline interchange {

void FrameStack::open(HostTime time, NameId frame) {
  TraceEvent event;
  event.begin = m_last = std::max(m_last, time);
  event.name = frame;
  event.provenance = m_provenance;
  setEventStep(event, EventStep::Begin);
  m_trace.add(m_group, event, m_category);
  m_open.push_back(frame);
}

int FrameStack::close(HostTime time, NameId frame) {
  const auto found = std::find(m_open.rbegin(), m_open.rend(), frame);
  if (found == m_open.rend()) return -1;
  const auto within = found - m_open.rbegin();
  closeTo(m_open.size() - static_cast<std::size_t>(within) - 1, time);
  return static_cast<int>(within);
}

void FrameStack::seen(HostTime time, std::span<const NameId> frames) {
  const auto same = std::mismatch(m_open.begin(), m_open.end(), frames.begin(), frames.end()).first - m_open.begin();
  closeTo(static_cast<std::size_t>(same), time);
  for (const NameId frame : frames.subspan(static_cast<std::size_t>(same))) open(time, frame);
}

void FrameStack::closeTo(std::size_t depth, HostTime time) {
  TraceEvent event;
  event.begin = m_last = std::max(m_last, time);
  setEventStep(event, EventStep::End);
  for (; m_open.size() > depth; m_open.pop_back()) m_trace.add(m_group, event, m_category);
}

}  // namespace strata::inline interchange
