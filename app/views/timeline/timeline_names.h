#pragma once

#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/views/timeline/timeline_layout.h"

namespace strata::inline views {

/// The names of lanes as far as they have room. What one was shortened to beside others is kept: it is compared with
/// all of them, and views are drawn often. Lives for one draw.
class LaneNames {
 public:
  explicit LaneNames(const std::vector<TrackGroup>& groups) : m_groups(groups) {}
  std::string fitted(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width);

 private:
  std::string shorten(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width) const;

  const std::vector<TrackGroup>& m_groups;
  std::string m_lanes;  ///< a fingerprint of their names and kinds; empty: all had room so far
};

}  // namespace strata::inline views
