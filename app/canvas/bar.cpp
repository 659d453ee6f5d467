#include "app/canvas/bar.h"

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"

namespace strata::inline canvas {
namespace {

constexpr float kPadding = 4, kLeastWidth = 18;

TextStyle styleOf(float size, Color ground) {
  return {size, Face::Regular, inkOn(ground)};
}

}  // namespace

void drawBarLabel(Canvas& canvas, Rect seen, Color ground, std::string_view label, float size) {
  if (seen.w < kLeastWidth || label.empty()) return;
  drawLine(canvas, seen.inset(kPadding, 0), label, styleOf(size, ground));
}

bool barLabelFits(const Canvas& canvas, Rect seen, std::string_view label, float size) {
  return canvas.measure(label, styleOf(size, {})) <= seen.w - 2 * kPadding;
}

}  // namespace strata::inline canvas
