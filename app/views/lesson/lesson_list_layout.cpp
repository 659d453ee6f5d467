#include <algorithm>

#include "app/canvas/paint.h"
#include "app/views/lesson/lesson_layout.h"

namespace strata::inline views {
namespace {

constexpr float kCurve = 124, kLeastCurve = 80, kLargestCurve = 260;
constexpr std::size_t kLeastFactors = 3;  // before there is a curve
constexpr float kListHeader = 26, kLeastRow = 18, kLargestRow = 44, kTwoColumns = 760;

/// Scale of letters: they grow with the area, and shrink only where not every lesson has a row.
float listScale(Rect area, std::size_t lessons) {
  constexpr float kLeast = 0.85f, kLargest = 1.6f;
  const float s = std::clamp(std::min(area.w / 430, area.h / 420), 1.f, kLargest);
  const std::size_t columns = area.w > kTwoColumns * s ? 2 : 1;
  const auto high = static_cast<float>((lessons + columns - 1) / columns);
  return std::clamp(area.h / (kListHeader + kLeastRow * high), kLeast, s);
}

/// Where list and curve do not both have room, a word in the header takes from one to the other.
void addCurveTurn(const Canvas& canvas, LessonListLayout& layout, const ViewState& state, float height) {
  const float s = layout.scale;
  if (!state.sight.takesClicks() || height < kLeastCurve * s || layout.header.w < 220 * s) return;
  layout.curveAlone = state.sight.choices.lessonCurve;
  layout.turnWord = text(layout.curveAlone ? Msg::LessonList : Msg::LessonCurve, state.sight.lesson->language);
  const float width = choiceWidth(canvas, layout.turnWord, 10 * s);
  Rect& header = layout.header;
  layout.turn = {header.right() - width, header.y + 3 * s, width, header.h - 6 * s};
  header.w -= width + 10 * s;
}

}  // namespace

LessonListLayout layOutList(const Canvas& canvas, Rect outer, const ViewState& state) {
  const LessonSight& lesson = *state.sight.lesson;
  LessonListLayout layout;
  const Rect area = viewMargins(outer);
  const float s = layout.scale = listScale(area, lesson.list.size());
  layout.header = {area.x, area.y, area.w, std::min(area.h, kListHeader * s)};
  if (lesson.list.empty()) return layout;
  const std::size_t columns = area.w > kTwoColumns * s ? 2 : 1;
  const std::size_t high = (lesson.list.size() + columns - 1) / columns;
  const float all = area.bottom() - layout.header.bottom();
  const float curve = lesson.calibration.factors.size() >= kLeastFactors ? kCurve * s : 0;
  const bool fits = area.w >= 220 * s && all - curve >= 22 * s * static_cast<float>(high);
  const float room = fits ? all - curve : all;
  if (!fits && curve > 0) addCurveTurn(canvas, layout, state, all);
  if (layout.curveAlone) {
    layout.curve = {area.x, layout.header.bottom(), area.w - 6 * s, std::min(all, kLargestCurve * s)};
    return layout;
  }
  if (fits && curve > 0) layout.curve = {area.x, area.bottom() - curve, area.w - 6 * s, curve};
  const float height = std::clamp(room / static_cast<float>(high), kLeastRow * s, kLargestRow * s);
  const float width = area.w / static_cast<float>(columns);
  for (std::size_t i = 0; i < lesson.list.size(); ++i) {
    const std::size_t column = i / high;
    const Rect box{area.x + width * static_cast<float>(column),
                   layout.header.bottom() + height * static_cast<float>(i % high), std::max(0.f, width - 6 * s),
                   height - 2};
    layout.rows.push_back(box.bottom() <= layout.header.bottom() + room + 1 ? box : Rect{});
  }
  return layout;
}

}  // namespace strata::inline views
