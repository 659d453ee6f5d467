#pragma once

#include <string>

#include "engine/base/time.h"

namespace strata::inline facts {

/// A person's bookmark on the timeline.
struct TimelineMark {
  HostTime time;
  std::string note;  ///< empty: none
  friend bool operator==(const TimelineMark&, const TimelineMark&) = default;
};

}  // namespace strata::inline facts
