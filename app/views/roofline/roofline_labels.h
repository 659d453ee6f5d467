#pragma once

#include "app/views/roofline/roofline_layout.h"

namespace strata::inline views {

/// Places the labels of a layout's points: all with speeds or, where not all fit, names alone. Where the most important
/// first would tangle them, in order of their heights, if that says as much.
void layOutLabels(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout);

}  // namespace strata::inline views
