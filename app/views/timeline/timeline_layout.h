#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// A track with something on it; and what agents that came after, one after the other, wrote on theirs of the same role
/// and device. Heights are of the content, which scrolls.
struct TrackGroup {
  std::vector<std::uint32_t> tracks;  ///< oldest first, at least one
  TrackKind kind = TrackKind::Host;
  std::string name;
  Color color;
  float top = 0, height = 0;  ///< from the top of the content
  bool hasRoom() const { return height >= 1; }
  std::uint32_t rows = 1;
  std::uint64_t dropped = 0;  ///< records that did not fit, of all its tracks
  bool folded = false;        ///< its first row stands for all
  bool pinned = false;        ///< does not scroll, and stands above those that do
  float pad = 3, rowHeight = 18, rowStep = 19;

  bool holds(std::uint32_t track) const { return std::ranges::find(tracks, track) != tracks.end(); }
};

/// As ViewState::scroll: where the groups do not fit, they and above all the rows of deep ones are thinner, so that a
/// picture has them all.
inline constexpr float kGroupsFitted = -1;

/// A group of this height has room for its name.
inline constexpr float kNamedGroup = 13;

/// Bars shorter than this are folded or widened to it.
inline constexpr float kLeastBar = 2;

/// Where everything in the timeline stands; drawn and hit by the same numbers.
struct TimelineLayout {
  Rect area, header, ruler, names, plot;
  TimeRange range;  ///< never empty
  HostTime origin;  ///< the session's start, where the ruler says 0
  float scroll = 0;
  std::vector<TrackGroup> groups;

  double nsPerPixel() const;
  /// Cut to a little outside the plot, so that no coordinate gets huge.
  float xOf(HostTime time) const;
  HostTime timeAt(float x) const;
  /// The time that a bar of kLeastBar spans.
  Duration leastTime() const;
  float yOf(const TrackGroup& group) const { return plot.y + group.top - (group.pinned ? 0 : scroll); }
  bool shows(const TrackGroup& group) const {
    return yOf(group) < plot.bottom() && yOf(group) + group.height > stripOf(group.pinned).y;
  }
  /// The part of the plot where pinned groups stand, or that where the others scroll.
  Rect stripOf(bool pinned) const;
  /// The strip of one row of a group, as wide as the plot.
  Rect rowRect(const TrackGroup& group, std::uint32_t row) const;
  /// Groups of which nothing can be seen; scrolling shows them.
  std::size_t withoutRoom() const;
  const TrackGroup* groupOf(std::uint32_t track) const;
  const TrackGroup* groupAt(float y) const;
};

/// Track groups in the order of the storeys, then device queues (a run's own above those of a calibration), copies,
/// counters and Strata's own cost; changed as a person chose.
std::vector<TrackGroup> timelineGroups(const TraceSnapshot& snapshot, const LaneChoices& choices = {});
TimelineLayout layoutTimeline(Rect area, const ViewState& state);

/// The time under x of that area, for zooming at the cursor; and the height all groups need, for scrolling.
HostTime timelineTimeAt(Rect area, const ViewState& state, float x);
float timelineContentHeight(const ViewState& state);
/// The plot part of the area, right of the group names: its width is what `state.range` spans.
Rect timelinePlot(Rect area);

}  // namespace strata::inline views
