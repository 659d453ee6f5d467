#include "app/canvas/canvas.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/fixed_picture.h"
#include "app/canvas/sized_picture.h"

namespace strata::inline canvas {

std::uint32_t Canvas::inPixels(float side) const {
  return static_cast<std::uint32_t>(std::lround(std::max(side * m_pixelsPerUnit, 1.f)));
}

void Canvas::dashed(Point from, Point to, Color color, float width, Dashes dashes) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length <= 0) return;
  const auto along = [&](float at) {
    const float share = std::min(at, length) / length;
    return Point{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
  };
  for (float at = 0; at < length; at += dashes.dash + dashes.gap)
    line(along(at), along(at + dashes.dash), color, width);
}

void Canvas::picture(Rect rect, const FixedPicture& shown) {
  const PixelPicture sized = atSize(shown.content(), inPixels(rect.w), inPixels(rect.h));
  image(rect, sized.width, sized.height, sized.pixels);
}

}  // namespace strata::inline canvas
