#pragma once

#include <string>
#include <string_view>

#include "app/canvas/canvas.h"
#include "app/lessons/learned.h"

namespace strata::inline views {

/// The share of a learner's numbers that were off by a factor of at most so much, over that factor. `language`: of the
/// list or page that it belongs to.
void drawCalibration(Canvas& canvas, Rect box, const Calibration& calibration, std::string_view language, float scale);
/// The same as a picture for a page; empty where there are no numbers.
std::string calibrationSvg(const Calibration& calibration, const std::string& language);

}  // namespace strata::inline views
