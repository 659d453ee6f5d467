#pragma once

#include <string_view>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// A label inside a bar of this colour: dark or light ink, whichever reads; elided to the bar, nothing if the bar is
/// too small for letters. Drawn in `seen`, the part of the bar that is on the screen.
void drawBarLabel(Canvas& canvas, Rect seen, Color ground, std::string_view label, float size);
/// Whether drawBarLabel could show it whole.
bool barLabelFits(const Canvas& canvas, Rect seen, std::string_view label, float size);

}  // namespace strata::inline canvas
