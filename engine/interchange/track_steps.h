#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/trace/merged_events.h"

namespace strata::inline interchange {

inline constexpr HostTime kNever{std::numeric_limits<std::int64_t>::max()};

/// What happens on one track, begins and ends in order of time. Slices that do not nest go to further lanes, on each of
/// which they do; work of a flat track has a lane to itself while it lasts.
class TrackSteps {
 public:
  struct Step {
    const TraceEvent* event = nullptr;
    EventRef ref;
    HostTime time;
    std::uint32_t lane = 0;
    bool ends = false;  ///< else it begins, or is a point in time
  };

  TrackSteps(const TraceSnapshot& snapshot, std::uint32_t track, bool flat)
      : m_events(snapshot, std::span(&track, 1), kNever), m_flat(flat) {}

  /// Of the next step; kNever when there is none.
  HostTime nextTime() const;
  Step take();

 private:
  using Lane = std::vector<MergedEvents::Head>;  ///< what is open, outermost first

  std::uint32_t endingLane() const;
  bool endsBeforeFront(const MergedEvents::Head& open) const;
  std::uint32_t laneFor(HostTime end);

  MergedEvents m_events;
  bool m_flat;
  std::vector<Lane> m_lanes;
};

}  // namespace strata::inline interchange
