#pragma once

#include <functional>
#include <optional>

#include "app/views/timeline/timeline_layout.h"

namespace strata::inline views {

/// One block of a group on the screen.
struct TimelineBar {
  Rect rect;     ///< at least kLeastBar wide
  EventRef ref;  ///< the event, or the first of those folded here
  const TraceEvent* event = nullptr;
  std::uint32_t count = 1;  ///< events folded into this block
  Color color;              ///< of the event; of a folded block that of what most of its time went to
};

/// From this width on a folded block shows at its foot where its events are: the more begin there, the higher.
inline constexpr float kLeastWithFoot = 12;

/// The blocks of one row that are in sight, left to right, an open event last. Cost grows with pixels, not with events.
void forEachBar(const TimelineLayout& layout, const ViewState& state, const TrackGroup& group, std::uint32_t row,
                const std::function<void(const TimelineBar&)>& emit);

/// The rows of a group that are on the screen; of those thinner than a pixel the first in each pixel.
void forEachRowInSight(const TimelineLayout& layout, const TrackGroup& group,
                       const std::function<void(std::uint32_t row)>& emit);

/// Where an event stands, in sight or not; no value if its track has no group.
std::optional<Rect> barRect(const TimelineLayout& layout, const ViewState& state, EventRef ref);

/// Whether the row is on the screen at all.
bool rowInSight(const TimelineLayout& layout, const TrackGroup& group, std::uint32_t row);

}  // namespace strata::inline views
