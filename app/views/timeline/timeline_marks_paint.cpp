#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kFlag = 9, kMostNote = 150, kMarkSlack = 4;

bool markInSight(const TimelineLayout& layout, const TimelineMark& mark) {
  return mark.time >= layout.range.begin && mark.time <= layout.range.end;
}

}  // namespace

void drawTimelineMarks(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const Color color = canvas.theme().accent;
  float free = layout.plot.x;
  for (const TimelineMark& mark : state.sight.marks) {
    if (!markInSight(layout, mark)) continue;
    const float x = layout.xOf(mark.time), y = layout.ruler.y + 2;
    canvas.fill({x, y, 1, layout.plot.bottom() - y}, color);
    canvas.fill({x, y, std::min(kFlag, layout.plot.right() - x), 8}, color, 1);
    const TextStyle style{10, Face::Bold, inkOn(color)};
    const float width = std::min(kMostNote, canvas.measure(mark.note, style) + 8);
    if (mark.note.empty() || x < free || x + width > layout.plot.right() || layout.ruler.h < 16) continue;
    const Rect pill{x, layout.ruler.y, width, layout.ruler.h - 3};
    canvas.fill(pill, color, 2);
    drawLine(canvas, pill.inset(4, 0), mark.note, style);
    free = pill.right() + 2;
  }
}

const TimelineMark* markAt(const TimelineLayout& layout, const ViewState& state, Point at) {
  if (!layout.ruler.contains(at)) return nullptr;
  const TimelineMark* nearest = nullptr;
  for (const TimelineMark& mark : state.sight.marks)
    if (const float off = at.x - layout.xOf(mark.time);
        markInSight(layout, mark) && off >= -kMarkSlack && off <= (mark.note.empty() ? kFlag : kMostNote))
      nearest = &mark;
  return nearest;
}

}  // namespace strata::inline views
