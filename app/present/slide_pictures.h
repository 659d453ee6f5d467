#pragma once

#include <string>

#include "app/canvas/picture_file.h"
#include "app/present/slides.h"

namespace strata::inline present {

/// Writes each slide as a PNG into that folder, once what it asks for is done. Needs no screen. What the first slide
/// that failed could not do is told when all are written.
Result<void> writeSlides(const MakeSlides& make, PixelSize size, const Theme& theme, const std::string& folder);

}  // namespace strata::inline present
