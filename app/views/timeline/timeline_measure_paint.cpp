#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/timeline/timeline_paint.h"

namespace strata::inline views {

void drawMeasuredRange(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  if (!state.sight.measured) return;
  const float left = std::max(layout.plot.x, layout.xOf(state.sight.measured->begin));
  const float right = std::min(layout.plot.right(), layout.xOf(state.sight.measured->end));
  if (right < left) return;
  const Rect band{left, layout.plot.y, std::max(1.f, right - left), layout.plot.h};
  canvas.fill(band, withAlpha(canvas.theme().accent, 30));
  canvas.fill({left, band.y, 1, band.h}, canvas.theme().accent);
  canvas.fill({band.right() - 1, band.y, 1, band.h}, canvas.theme().accent);
  const TextStyle style{12, Face::Bold, inkOn(canvas.theme().accent)};
  const std::string words = formatDuration(state.sight.measured->length());
  const float width = canvas.measure(words, style) + 12;
  if (width > layout.plot.w || layout.plot.h < 24) return;
  const float x = std::clamp((left + right - width) / 2, layout.plot.x, layout.plot.right() - width);
  const Rect pill{x, layout.plot.y + 3, width, 18};
  canvas.fill(pill, canvas.theme().accent, 4);
  drawLine(canvas, pill.inset(6, 0), words, style);
}

}  // namespace strata::inline views
