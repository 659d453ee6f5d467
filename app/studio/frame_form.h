#pragma once

#include "engine/frames/frame_way.h"
#include "engine/protocol/request.h"

namespace strata::inline studio {

/// How frames come, as hands may switch it while they do.
struct FrameSwitches {
  FrameWay way = FrameWay::Pipe;
  FramePacing pacing = FramePacing::NewestWins;
  friend bool operator==(const FrameSwitches&, const FrameSwitches&) = default;
};

/// What the form of frames asked for, with what was switched since; of a run that ends by itself its ways stay.
Request withSwitches(Request form, const FrameSwitches& now);

}  // namespace strata::inline studio
