#pragma once

#include <string_view>

#include "app/canvas/canvas.h"

namespace strata::inline views {

/// What an experiment is about, as a sketch without numbers.
void drawSketch(Canvas& canvas, Rect box, std::string_view experiment);

}  // namespace strata::inline views
