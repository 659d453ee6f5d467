#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/views/timeline/timeline_layout.h"

namespace strata::inline views {

class ShortLaneNames;

/// The names of lanes as far as they have room. What one was shortened to is kept while these lanes are there: it is
/// compared with all others, and views are drawn often. Lives for one draw.
class LaneNames {
 public:
  explicit LaneNames(const std::vector<TrackGroup>& groups) : m_groups(groups) {}
  std::string fitted(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width);

 private:
  const std::vector<TrackGroup>& m_groups;
  std::shared_ptr<ShortLaneNames> m_short;  ///< null: all had room so far
};

}  // namespace strata::inline views
