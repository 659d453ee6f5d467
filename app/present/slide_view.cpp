#include "app/present/slide_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/color_math.h"
#include "app/views/paint.h"
#include "app/views/view_catalogue.h"
#include "engine/base/messages.h"

namespace strata {
namespace {

constexpr float kMargin = 22, kTitle = 26, kSay = 18, kFoot = 20;
constexpr float kRowsOnScreen = 520;  ///< logical height of a slide: 13-pixel text is then 2.5 % of the screen's height
constexpr float kSpot = 70;

float drawWrapped(Canvas& canvas, Rect box, std::string_view words, const TextStyle& style) {
  float y = box.y;
  for (const std::string& line : wrapText(canvas, words, style, box.w)) {
    const float height = style.size * kLineHeight;
    drawLine(canvas, {box.x, y, box.w, height}, line, style);
    y += height;
  }
  return y;
}

void drawFoot(Canvas& canvas, Rect box, const Presentation& presentation) {
  const Theme& theme = canvas.theme();
  const std::string error = presentation.message();
  const std::string left = !error.empty()           ? error
                           : presentation.working() ? std::string(text(Msg::ShowWorking))
                                                    : presentation.show().title;
  drawLine(canvas, {box.x, box.y, box.w * 0.8f, box.h}, left,
           {12, Face::Regular, error.empty() ? theme.textDim : theme.warning});
  std::string right = fmt::format("{} / {}", presentation.index() + 1, presentation.show().slides.size());
  if (presentation.timer)
    right =
        fmt::format("{}:{:02}   {}", presentation.elapsed().count() / 60, presentation.elapsed().count() % 60, right);
  drawLine(canvas, box, right, {12, Face::Mono, theme.textDim}, Align::Right);
}

void drawAnswer(Canvas& canvas, Rect box, const Presentation& presentation) {
  const Slide& slide = presentation.slide();
  if (slide.answer.empty()) return;
  const bool shown = presentation.answerShown();
  canvas.fill(box, shown ? canvas.theme().run : canvas.theme().card, 6);
  canvas.stroke(box, canvas.theme().cardBorder, 1, 6);
  const TextStyle style{kSay - 2, Face::Bold, shown ? inkOn(canvas.theme().run) : canvas.theme().textDim};
  drawLine(canvas, box.inset(12, 0), shown ? std::string_view(slide.answer) : text(Msg::ShowAnswerHidden), style);
}

// All but a round spot is darkened: rows of pixels beside it, so that any canvas can draw it.
void drawSpotlight(Canvas& canvas, Rect area, Point at) {
  constexpr float kStep = 2;
  const Color shade{0, 0, 0, 190};
  for (float y = area.y; y < area.bottom(); y += kStep) {
    const float dy = y + kStep / 2 - at.y;
    const float half = std::abs(dy) < kSpot ? std::sqrt(kSpot * kSpot - dy * dy) : 0;
    if (half <= 0) {
      canvas.fill({area.x, y, area.w, kStep}, shade);
      continue;
    }
    canvas.fill({area.x, y, std::max(0.f, at.x - half - area.x), kStep}, shade);
    canvas.fill({at.x + half, y, std::max(0.f, area.right() - at.x - half), kStep}, shade);
  }
}

}  // namespace

float slideScale(float height) {
  return std::max(0.5f, height / kRowsOnScreen);
}

void drawSlide(Canvas& canvas, Rect area, Presentation& presentation, std::optional<Point> pointer) {
  if (presentation.black) {
    canvas.fill(area, {0, 0, 0});
    return;
  }
  const Slide& slide = presentation.slide();
  const ViewState& state = presentation.state();
  const Rect inner = area.inset(kMargin, 12);
  float y = drawWrapped(canvas, inner, slide.title, {kTitle, Face::Bold, canvas.theme().textStrong});
  y = drawWrapped(canvas, {inner.x, y + 2, inner.w, inner.h}, slide.say,
                  {kSay, Face::Regular, canvas.theme().textSoft});
  const Rect foot{inner.x, inner.bottom() - kFoot, inner.w, kFoot};
  const float answer = slide.answer.empty() ? 0 : 38;
  const Rect view{area.x + kMargin - 12, y + 8, area.w - 2 * (kMargin - 12), foot.y - answer - y - 14};
  if (const NamedView* named = findView(slide.view); named && view.h > 20) {
    canvas.pushClip(view);
    named->draw(canvas, view, state);
    canvas.popClip();
  }
  drawAnswer(canvas, {inner.x, foot.y - answer, inner.w, answer - 6}, presentation);
  drawFoot(canvas, foot, presentation);
  if (presentation.spotlight && pointer) drawSpotlight(canvas, area, *pointer);
}

}  // namespace strata
