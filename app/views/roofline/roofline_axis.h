#pragma once

#include "app/views/roofline/roofline_layout.h"

namespace strata::inline views {

/// Whether the name of the axis of intensities stands below its numbers: beside them it would take some their room, and
/// there is height. Needs the axis and the letters.
bool hasNameBelow(const Canvas& canvas, const RooflineData& data, const RooflineLayout& layout, float height);

/// The numbers of that axis and its name, at its right end. Needs the frame.
void layOutIntensities(const Canvas& canvas, const RooflineData& data, RooflineLayout& layout, bool nameBelow);

}  // namespace strata::inline views
