#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/trace/merged_events.h"

namespace strata::inline interchange {

inline constexpr HostTime kNever{std::numeric_limits<std::int64_t>::max()};

/// What happens on one track, begins and ends in order of time. Slices that do not nest go to further subtracks, on
/// each of which they do; work of a flat track has a subtrack to itself while it lasts.
class TrackSteps {
 public:
  struct Step {
    const TraceEvent* event = nullptr;
    EventRef ref;
    HostTime time;
    std::uint32_t subtrack = 0;
    bool ends = false;  ///< else it begins, or is a point in time
  };

  TrackSteps(const TraceSnapshot& snapshot, std::uint32_t track, bool flat)
      : m_events(snapshot, std::span(&track, 1), kNever), m_flat(flat) {}

  /// Of the next step; kNever when there is none.
  HostTime nextTime() const;
  Step take();

 private:
  using Subtrack = std::vector<MergedEvents::Head>;  ///< what is open, outermost first

  std::uint32_t endingSubtrack() const;
  bool endsBeforeFront(const MergedEvents::Head& open) const;
  std::uint32_t subtrackFor(HostTime end);

  MergedEvents m_events;
  bool m_flat;
  std::vector<Subtrack> m_subtracks;
};

}  // namespace strata::inline interchange
