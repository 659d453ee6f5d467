#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
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

/// The call between two repeats that shall find nothing in the caches. One stands before the first of them, too.
inline constexpr std::string_view kCachesFlushed = "caches are flushed";

/// From one call to another, as the snapshot numbers them, without those that flush the caches: one part, or one of
/// each repeat between them. Their time is that of the calls which the session has; empty: it has none of them.
std::vector<TimedPart> timedPartsOf(std::size_t first, std::size_t last, const TraceSnapshot& snapshot);

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
