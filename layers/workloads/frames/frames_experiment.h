#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/frames/frame_way.h"
#include "engine/protocol/experiment_info.h"

namespace strata::inline workloads {

/// What a frame shows.
inline constexpr std::array<std::string_view, 4> kFrameContents{"heat", "mandelbrot", "features", "attention"};
inline constexpr std::string_view kNewestWins = "newest wins", kLockStep = "lock-step";

/// As results and traces call it.
constexpr std::string_view pacingWords(FramePacing pacing) {
  switch (pacing) {
    case FramePacing::NewestWins: return kNewestWins;
    case FramePacing::LockStep: return kLockStep;
    case FramePacing::SemaphoreOff: return "semaphore off";
  }
  return "unknown";
}

ExperimentInfo framesExperiment();

}  // namespace strata::inline workloads
