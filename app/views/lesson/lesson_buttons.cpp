#include "app/views/lesson/lesson_buttons.h"

#include <algorithm>
#include <vector>

namespace strata::inline views {
namespace {

constexpr float kButton = 30, kBeside = 8, kBelow = 5;
constexpr float kMostOfPage = 1.f / 3;  // of its height, for rows of buttons

struct PageButton {
  Rect* box;
  float width;  ///< that its word needs
  float wide;   ///< where there is room for all
};

std::vector<PageButton> buttonsOf(const Canvas& canvas, const LessonSight& lesson, LessonLayout& layout) {
  const float s = layout.scale;
  const auto button = [&](Rect& box, Msg word, Face face, float wide) {
    const float needed = canvas.measure(text(word, lesson.language), {13 * s, face, {}}) + 18 * s;
    return PageButton{&box, needed, std::max(needed, wide * s)};
  };
  std::vector<PageButton> buttons{button(layout.back, backWord(lesson), Face::Regular, 105)};
  if (lesson.hasRun || lesson.mayCatchUp() || (lesson.puzzle && !lesson.slide))
    buttons.push_back(button(layout.again, againWord(lesson), Face::Regular, 120));
  buttons.push_back(button(layout.next, nextWord(lesson), Face::Bold, 150));
  return buttons;
}

float widthOf(const std::vector<PageButton>& buttons, float PageButton::*width) {
  float all = 0;
  for (const PageButton& button : buttons) all += button.*width;
  return all;
}

/// From the left, below the area's upper end; one that has no room left begins a row. Returns their height.
float placeInRows(const std::vector<PageButton>& buttons, Rect area, float s) {
  float right = area.x, top = area.y;
  for (const PageButton& button : buttons) {
    if (right > area.x && right + button.width > area.right() + 0.5f) right = area.x, top += (kButton + kBelow) * s;
    *button.box = {right, top, button.width, kButton * s};
    right += button.width + kBeside * s;
  }
  return top + kButton * s - area.y;
}

float widestOf(const std::vector<PageButton>& buttons) {
  return std::ranges::max(buttons, {}, &PageButton::width).width;
}

bool mayStandInRows(const std::vector<PageButton>& buttons, Rect area, const LessonSight& lesson, float s) {
  return !lesson.slide && placeInRows(buttons, area, s) <= area.h * kMostOfPage;
}

void shrink(std::vector<PageButton>& buttons, float share, LessonLayout& layout) {
  for (PageButton& button : buttons) button.width *= share;
  layout.buttonScale *= share;
}

}  // namespace

void addButtons(const Canvas& canvas, Rect area, const LessonSight& lesson, float width, bool low,
                LessonLayout& layout) {
  const float s = layout.buttonScale = layout.scale;
  layout.buttons = {area.x, area.bottom(), width, 0};
  if (lesson.picture || (lesson.slide && low)) return;
  std::vector<PageButton> buttons = buttonsOf(canvas, lesson, layout);
  const Rect rows{area.x, area.y, width, area.h};
  const float room = width - 2 * kBeside * s, needed = widthOf(buttons, &PageButton::width);
  if (widthOf(buttons, &PageButton::wide) <= room)
    for (PageButton& button : buttons) button.width = button.wide;
  else if (needed > room)
    shrink(buttons, mayStandInRows(buttons, rows, lesson, s) ? std::min(1.f, width / widestOf(buttons)) : room / needed,
           layout);
  const float height = placeInRows(buttons, rows, s);
  layout.buttons = {area.x, area.bottom() - height, width, height};
  for (const PageButton& button : buttons) button.box->y += layout.buttons.y - area.y;
  layout.next.x = layout.buttons.right() - layout.next.w;
  if (lesson.slide && lesson.index == 0) layout.back = {};
  const bool more = !lesson.atEnd || lesson.mayReveal || lesson.mayRun();
  if (lesson.slide && !more) layout.next = {};
}

}  // namespace strata::inline views
