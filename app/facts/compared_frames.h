#pragma once

#include <array>
#include <vector>

#include "app/facts/compared_name.h"
#include "engine/trace/timed_part.h"

namespace strata::inline facts {

/// The frames of one side that count.
struct ComparedFrames {
  const TraceSnapshot& snapshot;
  TimeRange range;
  const TimedCalls& timed;
};

/// Two rows of each way that a side's frames took: how long after its kernels a frame was drawn (as results have it: of
/// those neither torn nor compared by hash), and how long after the one before, where nobody had stopped asking for
/// frames. Frames of other contents and sizes are other work. Still to be weighed.
std::vector<ComparedName> comparedFrames(const std::array<ComparedFrames, 2>& sides);

}  // namespace strata::inline facts
