#pragma once

#include <optional>
#include <vector>

#include "app/facts/what_is.h"
#include "app/views/frame/frame_layout.h"

namespace strata::inline views {

/// Where nothing is done with a way's frame: one side waits for the other.
std::vector<Rect> gapsOf(const FrameLayout::Way& way);

std::optional<Hit> hitFrames(const Canvas& canvas, Rect area, const ViewState& state, Point at);
std::optional<WhatIs> whatIsInFrames(const Canvas& canvas, Rect area, const ViewState& state, Point at);

}  // namespace strata::inline views
