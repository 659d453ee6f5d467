#include "engine/trace/reader_far_steps.h"

#include <algorithm>

#include "engine/base/how_many.h"
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
    if (isYearsLater(m_first, step.begin)) m_endPlaces.try_emplace({step.track, step.begin}, offset);
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
    case EventStep::End: return keepsEnd(grownTo(m_tracks, step.track), step);
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
bool FarSteps::keepsEnd(Track& track, const TraceEvent& end) {
  std::uint32_t& leftOut = track.after > 0 ? track.after : track.before;
  if (leftOut > 0 && (track.after > 0 || track.open.empty())) {
    --leftOut;
    return false;
  }
  if (track.open.empty()) return true;
  if (isYearsLater(track.open.back(), end.begin)) {
    leaveOutEnd(end);
    return false;
  }
  track.open.pop_back();
  return true;
}

void FarSteps::leaveOutEnd(const TraceEvent& end) {
  ++m_ends;
  if (const auto place = m_endPlaces.find({end.track, end.begin}); place != m_endPlaces.end())
    m_firstEnd = std::min(m_firstEnd, place->second);
}

std::string FarSteps::endsSentence() const {
  const bool one = m_ends == 1;
  std::string text = howMany(m_ends, "event", "events");
  text = one ? "The end of " + text + ", more than a year after its begin, is left out"
             : "The ends of " + text + ", more than a year after their begins, are left out";
  if (m_firstEnd != UINT64_MAX)
    text.append(one ? ", at byte " : ", the first at byte ").append(std::to_string(m_firstEnd));
  return text + ".";
}

}  // namespace strata::inline trace
