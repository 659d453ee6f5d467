#pragma once

#include <string>
#include <vector>

#include "engine/base/time.h"

namespace strata::inline views {

struct Tick {
  HostTime time;
  std::string label;  ///< the first one carries the unit: "0 µs", "20", "40"
};

/// Round times within the range, at least `leastStep` apart: steps are 1, 2 or 5 times a power of ten. Labels count
/// from `origin`; where that would take too many digits they count from a round time near the range instead, and `base`
/// says which ("3.2 s +").
struct Ruler {
  std::vector<Tick> ticks;
  std::string base;
};
Ruler makeRuler(TimeRange range, HostTime origin, Duration leastStep);

}  // namespace strata::inline views
