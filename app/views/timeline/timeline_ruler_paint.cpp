#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/views/timeline/timeline_ruler.h"

namespace strata::inline views {
namespace {

constexpr float kTickSpace = 84, kLabel = 12;

bool overlap(Rect a, Rect b) {
  return a.x < b.right() && b.x < a.right();
}

/// A label moves to the right of a flag that would cover it; nullopt: what stands there takes more than a flag.
std::optional<Rect> besideMarks(Rect box, std::span<const Rect> marks) {
  constexpr float kFurthest = 24;
  const float most = box.x + kFurthest;
  for (const Rect& mark : marks)
    if (overlap(box, mark)) box.x = mark.right() + 2;
  return box.x <= most ? std::optional(box) : std::nullopt;
}

/// The time under the pointer, on the ruler; its place, so that ticks leave it free.
Rect drawPointerTime(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  if (!state.sight.pointer || !layout.plot.contains(*state.sight.pointer)) return {};
  const float x = state.sight.pointer->x;
  const TextStyle style{10, Face::Mono, canvas.theme().textStrong};
  const std::string time =
      formatTimePoint(layout.timeAt(x) - layout.origin, Duration{static_cast<std::int64_t>(layout.nsPerPixel())});
  const float width = canvas.measure(time, style) + 10;
  if (width > layout.ruler.w || layout.ruler.h < 16) return {};
  const Rect pill{std::clamp(x - width / 2, layout.ruler.x, layout.ruler.right() - width), layout.ruler.y, width,
                  layout.ruler.h - 2};
  canvas.fill(pill, canvas.theme().button, 3);
  drawLine(canvas, pill.inset(5, 0), time, style);
  return pill;
}

}  // namespace

void drawTimelineRuler(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const Duration least{static_cast<std::int64_t>(layout.nsPerPixel() * kTickSpace) + 1};
  const Ruler ruler = makeRuler(layout.range, layout.origin, least);
  const TextStyle tickStyle{10, Face::Regular, canvas.theme().textDim};
  const Rect pill = drawPointerTime(canvas, layout, state);
  const std::vector<Rect> marks = marksOnRuler(canvas, layout, state);
  const float height = std::max(layout.ruler.h - 4, std::min(layout.ruler.h, kLabel));
  for (const Tick& tick : ruler.ticks) {
    const float x = layout.xOf(tick.time);
    canvas.fill({x, layout.ruler.bottom() - 4, 1, layout.plot.h + 4}, canvas.theme().groupLine);
    const auto box = besideMarks({x + 1, layout.ruler.y, canvas.measure(tick.label, tickStyle) + 2, height}, marks);
    if (box && box->right() <= layout.ruler.right() && !overlap(*box, pill))
      drawLine(canvas, *box, tick.label, tickStyle);
  }
  const Rect base{layout.names.x, layout.ruler.y, std::max(0.f, layout.names.w - 6), height};
  drawLine(canvas, base, ruler.base, tickStyle, Align::Right);
}

}  // namespace strata::inline views
