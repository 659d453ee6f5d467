#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/facts/memory_facts.h"

namespace strata::inline facts {

/// One piece of memory, from the moment it was counted in until it was counted out.
struct Allocation {
  double bytes = 0;
  HostTime begin;
  std::optional<HostTime> end;    ///< none: still there at the end of what is recorded
  std::optional<EventRef> owner;  ///< the innermost slice of model, framework or library around it
};

/// The allocations of one kind of memory, from its counter: each step up is an allocation, each step down a free.
struct AllocationMap {
  std::uint32_t track = 0;
  std::vector<Allocation> largest;  ///< those shown one by one, longest-lived first
  std::size_t folded = 0;           ///< smaller ones
  std::size_t unread = 0;           ///< changes older than what is read
  double before = 0;                ///< what was there when the counter began, of nobody known
  double peak = 0;
  HostTime peakAt;
  bool bySize = false;  ///< nobody said which piece was freed: taken to be the oldest of that size
};

/// Reads the newest kMostChanges values of the counter; `end` is where the session ends.
AllocationMap allocationMap(const TraceSnapshot& snapshot, std::uint32_t track, HostTime end);
inline constexpr std::size_t kMostAllocations = 96;

}  // namespace strata::inline facts
