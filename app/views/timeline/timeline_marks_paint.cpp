#include <algorithm>
#include <vector>

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

/// A bookmark in sight, where it stands.
struct MarkPlace {
  const TimelineMark* mark;
  Rect flag, note;  ///< the note's without width: it is not seen
};

TextStyle noteStyle(const Canvas& canvas) {
  return {10, Face::Bold, inkOn(canvas.theme().accent)};
}

std::vector<MarkPlace> placesOfMarks(const Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  std::vector<MarkPlace> places;
  places.reserve(state.sight.marks.size());
  float free = layout.plot.x;
  for (const TimelineMark& mark : state.sight.marks) {
    if (!markInSight(layout, mark)) continue;
    const float x = layout.xOf(mark.time);
    MarkPlace& place = places.emplace_back(MarkPlace{
        &mark, {x, layout.ruler.y + 2, std::min(kFlag, layout.plot.right() - x), 8}, {x, layout.ruler.y, 0, 0}});
    const float width = std::min(kMostNote, canvas.measure(mark.note, noteStyle(canvas)) + 8);
    if (mark.note.empty() || x < free || x + width > layout.plot.right() || layout.ruler.h < 16) continue;
    place.note = {x, layout.ruler.y, width, layout.ruler.h - 3};
    free = place.note.right() + 2;
  }
  return places;
}

}  // namespace

std::vector<Rect> marksOnRuler(const Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  std::vector<Rect> taken;
  for (const MarkPlace& place : placesOfMarks(canvas, layout, state))
    taken.push_back(place.note.w > 0 ? place.note : place.flag);
  std::ranges::sort(taken, {}, &Rect::x);
  return taken;
}

void drawTimelineMarks(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const Color color = canvas.theme().accent;
  for (const auto& [mark, flag, note] : placesOfMarks(canvas, layout, state)) {
    canvas.fill({flag.x, flag.y, 1, layout.plot.bottom() - flag.y}, color);
    canvas.fill(flag, color, 1);
    if (note.w <= 0) continue;
    canvas.fill(note, color, 2);
    drawLine(canvas, note.inset(4, 0), mark->note, noteStyle(canvas));
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
