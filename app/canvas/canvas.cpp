#include "app/canvas/canvas.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/fixed_picture.h"
#include "app/canvas/sized_picture.h"

namespace strata::inline canvas {

std::uint32_t Canvas::inPixels(float side) const {
  return static_cast<std::uint32_t>(std::lround(std::max(side * m_pixelsPerUnit, 1.f)));
}

void Canvas::picture(Rect rect, const FixedPicture& shown) {
  const PixelPicture sized = atSize(shown.content(), inPixels(rect.w), inPixels(rect.h));
  image(rect, sized.width, sized.height, sized.pixels);
}

}  // namespace strata::inline canvas
