#include "engine/trace/call_under_way.h"

namespace strata::inline trace {

namespace {

/// By how much whole microseconds, which old traces have, may put an end behind that of what it lies within, or a begin
/// before the end of what it follows.
constexpr Duration kRounded{2000};

bool isWholeSlice(const TraceEvent& event) {
  return event.kind == EventKind::Slice && eventStep(event) == EventStep::Add;
}

}  // namespace

/// An operation that lasts longer than the call it began in is none of its parts, but a call of its own.
bool CallUnderWay::isOver(const TraceEvent& event, ForeignRole role, bool opens, Found& found) const {
  if (m_callDepth != 0) return false;
  if (event.begin >= m_end || (opens && follows(event))) return true;
  const bool overlaps = role == ForeignRole::Op && isWholeSlice(event) && m_call != CallId::None;
  if (!overlaps || event.end() <= m_end + kRounded) return false;
  found.shared = m_end - event.begin;
  return true;
}

/// Whether it begins where the call under way ends, but for the rounding of its tool's clock.
bool CallUnderWay::follows(const TraceEvent& event) const {
  return isWholeSlice(event) && m_callDepth == 0 && event.begin + kRounded >= m_end && event.end() > m_end + kRounded;
}

void CallUnderWay::open(const TraceEvent& event, CallId call) {
  m_call = call;
  m_end = event.end();
  if (eventStep(event) == EventStep::Begin) m_callDepth = m_depth + 1;
}

void CallUnderWay::ended(HostTime time) {
  if (m_depth == 0) return;
  if (m_depth-- != m_callDepth) return;
  m_callDepth = 0;
  m_end = time;
}

}  // namespace strata::inline trace
