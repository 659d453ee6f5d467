#pragma once

#include <cstdint>
#include <span>

#include "engine/frames/control_page.h"

namespace strata::inline workloads {

/// Sets the numbers of a row-major field that a stroke passes over to its amount (0 … 1) times `full`.
void paintStroke(std::span<float> field, std::int64_t height, std::int64_t width, const FrameStroke& stroke,
                 float full = 1);

}  // namespace strata::inline workloads
