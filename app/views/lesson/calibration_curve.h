#pragma once

#include <string>

#include "app/canvas/canvas.h"
#include "app/lessons/learned.h"

namespace strata::inline views {

/// The share of a learner's numbers that were off by a factor of at most so much, over that factor.
void drawCalibration(Canvas& canvas, Rect box, const Calibration& calibration, float scale);
/// The same as a picture for a page; empty where there are no numbers.
std::string calibrationSvg(const Calibration& calibration);

}  // namespace strata::inline views
