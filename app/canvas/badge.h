#pragma once

#include <string>
#include <string_view>

#include "app/canvas/recording_canvas.h"

namespace strata::inline canvas {

/// A line for each kind of number that the words name: "measured: a clock or a counter read it".
std::string provenanceMeaning(std::string_view words);

/// The same for the framed word (drawTag) under a point of what was drawn; empty where there is none.
std::string badgeTip(const RecordingCanvas& drawn, Point at);

}  // namespace strata::inline canvas
