#include <algorithm>

#include "app/views/lesson/lesson_layout.h"

// A page of a lesson that has more to say than there is room for.

namespace strata::inline views {
namespace {

constexpr float kScrollLine = 20;  ///< pixels at scale 1

/// The top and the bottom of what is asked.
Rect answerExtent(const LessonLayout::Asked& asked, const QuestionSight& question, std::size_t row) {
  const bool choice = question.question.kind == Question::Kind::Choice && question.bet;
  if (question.question.kind == Question::Kind::Order) return row < asked.rows.size() ? asked.rows[row].box : Rect{};
  float top = 1e9f, bottom = -1e9f;
  const auto add = [&](Rect part) {
    if (part.h > 0) top = std::min(top, part.y), bottom = std::max(bottom, part.bottom());
  };
  for (const LessonLayout::Row& each : asked.rows)
    if (!choice || static_cast<std::size_t>(question.bet->number) == each.choice) add(each.box);
  for (const Rect part : {asked.value, asked.track, asked.hint}) add(part);
  return {0, top, 0, bottom - top};
}

}  // namespace

float scrolledBy(const LessonLayout& layout, float lines) {
  return std::clamp(layout.scroll + lines * kScrollLine * layout.scale, 0.f, layout.most);
}

/// The last line of before stays in sight, as the first one.
float pagedBy(const LessonLayout& layout, int pages) {
  const float line = kScrollLine * layout.scale, page = std::max(line, layout.body.h - line);
  return std::clamp(layout.scroll + static_cast<float>(pages) * page, 0.f, layout.most);
}

float scrolledToAnswer(const LessonLayout& layout, const QuestionSight& asked, std::size_t row) {
  const Rect answer = answerExtent(layout.asked, asked, row);
  if (answer.h <= 0) return layout.scroll;
  float by = std::max(0.f, answer.bottom() - layout.body.bottom());
  if (answer.y - by < layout.body.y) by = answer.y - layout.body.y;
  return std::clamp(layout.scroll + by, 0.f, layout.most);
}

void drawPageThumb(Canvas& canvas, const LessonLayout& layout) {
  constexpr float kThumb = 4, kLeast = 12, kGap = 3;
  const Rect body = layout.body;
  if (layout.most <= 0 || body.h <= 0) return;
  const float height = std::min(body.h, std::max(kLeast, body.h * body.h / (body.h + layout.most)));
  const float gone = layout.scroll / layout.most;
  canvas.fill({body.right() + kGap, body.y + (body.h - height) * gone, kThumb, height}, canvas.theme().buttonBorder, 2);
}

}  // namespace strata::inline views
