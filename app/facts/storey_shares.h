#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/trace/call_levels.h"
#include "engine/trace/device_work.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// Where the time of many calls went, by storey.
struct StoreyShares {
  TimeRange range;
  CallLevel level = CallLevel::Op;               ///< of the calls
  std::vector<CallLevel> levels{CallLevel::Op};  ///< that the session has
  std::array<Duration, kStoreyCount> self{};     ///< they sum to `total`
  Duration total;
  bool timedOnly = false;           ///< the calls are those that a run timed
  std::size_t calls = 0;            ///< that were added up
  std::size_t inRange = 0;          ///< that there are; more than `calls` where the newest had to do
  std::size_t across = 0;           ///< of `calls`: that began before the range or returned after it; they count whole
  WorkTotals work;                  ///< for these calls, wherever in time; not in `self`
  WorkTotals unassigned;            ///< that ran beside these calls, in the range, for no call
  std::uint64_t withoutLaunch = 0;  ///< pieces of it whose correlation id no host event has
};

/// The finished calls that touch a range, of operations at most `most`, the newest. Calls of modules and annotations
/// that lie within another of their level are part of it. Operations that only count are left out. `timed`: where the
/// range has calls of these parts, only they count: inputs, checks and warm-ups are no part of what was measured.
StoreyShares storeySharesOf(const TraceSnapshot& snapshot, TimeRange range, CallLevel level = CallLevel::Op,
                            std::span<const TimedPart> timed = {}, std::size_t most = 20'000);

}  // namespace strata::inline facts
