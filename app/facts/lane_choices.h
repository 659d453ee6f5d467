#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/trace/trace_event.h"

namespace strata::inline facts {

/// What a person made of the timeline's lanes; each is named by laneKey.
struct LaneChoices {
  std::set<std::string> folded;    ///< as high as one row
  std::set<std::string> hidden;    ///< not drawn
  std::set<std::string> pinned;    ///< above all others, which scroll below them
  std::vector<std::string> order;  ///< of those that were moved and all that stood about them; others behind
  bool any() const { return !folded.empty() || !hidden.empty() || !pinned.empty() || !order.empty(); }
  friend bool operator==(const LaneChoices&, const LaneChoices&) = default;
};

/// The same whenever the session is opened: "queue hardware stream 7 7 0 0".
std::string laneKey(const TrackInfo& track);

}  // namespace strata::inline facts
