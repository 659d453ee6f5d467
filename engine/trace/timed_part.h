#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/trace/call_levels.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// A part of a session that a result was measured in: calls, as the snapshot numbers them, and the time from the begin
/// of the first to the end of the last.
struct TimedPart {
  CallId first = CallId::None, last = CallId::None;
  TimeRange range;

  /// What is of no call counts by its begin.
  bool holds(const TraceEvent& event) const {
    return event.call == CallId::None ? event.begin >= range.begin && event.begin < range.end
                                      : event.call >= first && event.call <= last;
  }
  friend bool operator==(const TimedPart&, const TimedPart&) = default;
};

/// From one call to another, as the snapshot numbers them; its time is that of those which the session has. nullopt: it
/// has none of them.
std::optional<TimedPart> timedPartOf(std::size_t first, std::size_t last, const TraceSnapshot& snapshot);

/// Those of one run, in order; what shares calls or time is one part.
std::vector<TimedPart> joinedParts(std::vector<TimedPart> parts);

/// What of a session results were measured with: the one rule by which anything was timed or was not. Inputs, warm-up,
/// checks and what Strata measured for itself were not; work of timed calls was, whenever it ran. Without parts nothing
/// was timed, and all counts.
class TimedCalls {
 public:
  TimedCalls() = default;
  explicit TimedCalls(std::span<const TimedPart> parts);

  bool all() const { return m_parts.empty(); }
  bool holds(const TraceEvent& event) const { return all() || inAnyPart(event); }
  /// By its operations: one that was timed is enough.
  bool holds(const LevelCall& call) const;

 private:
  bool holds(CallId call) const;
  bool inAnyPart(const TraceEvent& event) const;

  std::vector<TimedPart> m_parts;
  std::vector<std::pair<CallId, CallId>> m_calls;  ///< first and last of each stretch that parts hold, in order
};

}  // namespace strata::inline trace
