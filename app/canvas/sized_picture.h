#pragma once

#include <cstdint>

#include "app/canvas/pixel_picture.h"

namespace strata::inline canvas {

/// Of just that size, at most kMostPictureSide: with fewer pixels each is the mean of those it takes the place of, new
/// ones lie evenly between those there are.
PixelPicture atSize(const PixelPicture& picture, std::uint32_t width, std::uint32_t height);

}  // namespace strata::inline canvas
