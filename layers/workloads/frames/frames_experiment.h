#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/protocol/experiment_info.h"

namespace strata::inline workloads {

/// What a frame shows.
inline constexpr std::array<std::string_view, 4> kFrameContents{"heat", "mandelbrot", "features", "attention"};
inline constexpr std::string_view kNewestWins = "newest wins", kLockStep = "lock-step";

ExperimentInfo framesExperiment();

}  // namespace strata::inline workloads
