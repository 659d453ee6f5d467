#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/frames/frame_slots.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

namespace strata::inline workloads {

/// What a run of frames is asked for.
struct FramesRequest {
  std::string content, kernel;
  std::uint32_t side = 512, slotCount = 2;
  int steps = 8, iterations = 256, layer = 0, head = 0;
  std::uint64_t frames = 120;  ///< each way; 0: until stopped
  int rate = 60;               ///< frames a second; 0: no limit
  FramePacing pacing = FramePacing::NewestWins;
  std::vector<FrameWay> ways;
};

/// Usage if a parameter or variant is wrong.
Result<FramesRequest> framesRequest(const ExperimentInfo& info, const Request& request);

}  // namespace strata::inline workloads
