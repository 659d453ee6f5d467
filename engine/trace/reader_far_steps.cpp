#include "engine/trace/reader_far_steps.h"

#include <algorithm>

#include "engine/trace/grown_to.h"

namespace strata::inline trace {

namespace {

/// Of whole events: a begin has no length yet.
std::int64_t stepLength(const TraceEvent& step) {
  return eventStep(step) == EventStep::Begin ? 0 : FarTimes::lengthOf(step);
}

bool isYearsLater(HostTime from, HostTime to) {
  return from < to && FarTimes::isEndless(to.ns - std::max<std::int64_t>(from.ns, 0));
}

}  // namespace

void FarSteps::note(const TraceEvent& step, std::uint64_t offset) {
  if (eventStep(step) == EventStep::End) {
    m_lastEnd = std::max(m_lastEnd, step.begin);
    return;
  }
  m_first = std::min(m_first, step.begin);
  m_times.note(step.begin, stepLength(step), {NameId::None, offset});
}

void FarSteps::find() {
  m_found = m_times.find();
  m_any = m_found.count > 0 || isYearsLater(m_first, m_lastEnd);
}

bool FarSteps::keeps(const TraceEvent& step) {
  if (!m_any) return true;
  switch (eventStep(step)) {
    case EventStep::Begin: return keepsBegin(grownTo(m_tracks, step.track), step.begin);
    case EventStep::End: return keepsEnd(grownTo(m_tracks, step.track), step.begin);
    case EventStep::Add: break;
  }
  return m_found.keeps(step.begin) && !FarTimes::isEndless(stepLength(step));
}

bool FarSteps::keepsBegin(Track& track, HostTime time) {
  const bool kept = m_found.keeps(time);
  if (kept)
    track.open.push_back(time);
  else
    ++(time < m_found.kept.begin ? track.before : track.after);
  return kept;
}

/// The innermost of what is open ends.
bool FarSteps::keepsEnd(Track& track, HostTime time) {
  std::uint32_t& leftOut = track.after > 0 ? track.after : track.before;
  if (leftOut > 0 && (track.after > 0 || track.open.empty())) {
    --leftOut;
    return false;
  }
  if (track.open.empty()) return true;
  if (isYearsLater(track.open.back(), time)) {
    ++m_found.count;
    return false;
  }
  track.open.pop_back();
  return true;
}

}  // namespace strata::inline trace
