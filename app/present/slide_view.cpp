#include "app/present/slide_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/canvas/color_math.h"
#include "app/canvas/paint.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline present {
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
  const auto& problem = presentation.problem();
  const std::string left = problem                  ? problem->message
                           : presentation.working() ? std::string(text(Msg::ShowWorking))
                                                    : presentation.show().title;
  drawLine(canvas, {box.x, box.y, box.w * 0.8f, box.h}, left,
           {12, Face::Regular, problem ? theme.warning : theme.textDim});
  std::string right = fmt::format("{} / {}", presentation.index() + 1, presentation.show().slides.size());
  if (presentation.timer)
    right =
        fmt::format("{}:{:02}   {}", presentation.elapsed().count() / 60, presentation.elapsed().count() % 60, right);
  const TextStyle style{12, Face::Mono, theme.textDim};
  const Rect place = drawLine(canvas, box, right, style, Align::Right);
  if (presentation.index() == 0)
    drawLine(canvas, {box.x, box.y, std::max(0.f, place.x - 24 - box.x), box.h}, text(Msg::ShowKeysHint), style,
             Align::Right);
}

/// The answer in as many lines as it needs; before it is asked for, as much room for it.
struct AnswerBox {
  std::vector<std::string> lines;
  TextStyle style;
  float height = 0;  ///< with the margin below; 0: the slide has none
};

/// All of the answer is seen: letters are smaller where it would need more than `most` of the height.
AnswerBox answerBox(const Canvas& canvas, const Slide& slide, float width, float most) {
  constexpr float kPadding = 12, kBelow = 6, kSmallest = 7;
  AnswerBox box;
  if (slide.answer.empty()) return box;
  for (float size = kSay - 2; size >= kSmallest && (box.height == 0 || box.height > most); size -= 1) {
    box.style = {size, Face::Bold, {}};
    box.lines = wrapText(canvas, slide.answer, box.style, width - 2 * kPadding);
    box.height = static_cast<float>(box.lines.size()) * size * kLineHeight + kPadding + kBelow;
  }
  return box;
}

void drawAnswer(Canvas& canvas, Rect box, const Presentation& presentation, AnswerBox answer) {
  if (answer.height == 0) return;
  const bool shown = presentation.answerShown();
  canvas.fill(box, shown ? canvas.theme().run : canvas.theme().card, 6);
  canvas.stroke(box, canvas.theme().cardBorder, 1, 6);
  answer.style.color = shown ? inkOn(canvas.theme().run) : canvas.theme().textDim;
  if (!shown) return void(drawLine(canvas, box.inset(12, 0), text(Msg::ShowAnswerHidden), answer.style));
  const float line = answer.style.size * kLineHeight;
  float y = box.y + (box.h - line * static_cast<float>(answer.lines.size())) / 2;
  for (const std::string& words : answer.lines) {
    drawLine(canvas, {box.x + 12, y, box.w - 24, line}, words, answer.style);
    y += line;
  }
}

// All but a round spot is darkened: rows of pixels beside it, so that any canvas can draw it. Its rim is seen where the
// slide is black.
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
  constexpr int kCorners = 72;
  std::array<Point, kCorners + 1> rim;
  for (int i = 0; i <= kCorners; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / kCorners;
    rim[static_cast<std::size_t>(i)] = {at.x + kSpot * std::cos(angle), at.y + kSpot * std::sin(angle)};
  }
  canvas.pushClip(area);
  canvas.polyline(rim, canvas.theme().white, 2);
  canvas.popClip();
}

constexpr std::pair<Msg, Msg> kKeys[] = {
    {Msg::ShowKeyNext, Msg::ShowKeyNextDoes},   {Msg::ShowKeyBack, Msg::ShowKeyBackDoes},
    {Msg::ShowKeyEnds, Msg::ShowKeyEndsDoes},   {Msg::ShowKeyAnswer, Msg::ShowKeyAnswerDoes},
    {Msg::ShowKeyAgain, Msg::ShowKeyAgainDoes}, {Msg::ShowKeySpot, Msg::ShowKeySpotDoes},
    {Msg::ShowKeyBlack, Msg::ShowKeyBlackDoes}, {Msg::ShowKeyTimer, Msg::ShowKeyTimerDoes},
    {Msg::ShowKeyHelp, Msg::ShowKeyHelpDoes},   {Msg::ShowKeyLeave, Msg::ShowKeyLeaveDoes},
};

void drawKeys(Canvas& canvas, Rect area) {
  const float lines = static_cast<float>(std::size(kKeys)) + 1;
  const float line = std::min(24.f, area.h * 0.8f / lines), padding = line;
  const float width = std::min(area.w - 2 * padding, 560.f), height = lines * line + padding;
  const Rect card{area.x + (area.w - width) / 2, area.y + (area.h - height) / 2, width, height};
  const Theme& theme = canvas.theme();
  canvas.fill(card, theme.card, 8);
  canvas.stroke(card, theme.cardBorder, 1, 8);
  const Rect inner = card.inset(padding, padding / 2);
  const float size = line / 1.6f, keys = inner.w * 0.5f;
  drawLine(canvas, {inner.x, inner.y, inner.w, line}, text(Msg::ShowKeys), {size, Face::Bold, theme.textStrong});
  float y = inner.y;
  for (const auto& [key, does] : kKeys) {
    y += line;
    drawLine(canvas, {inner.x, y, keys - 8, line}, text(key), {size, Face::Mono, theme.text});
    drawLine(canvas, {inner.x + keys, y, inner.w - keys, line}, text(does), {size, Face::Regular, theme.textSoft});
  }
}

}  // namespace

float slideScale(float height) {
  return std::max(0.5f, height / kRowsOnScreen);
}

void drawSlide(Canvas& canvas, Rect area, Presentation& presentation, std::optional<Point> pointer) {
  if (presentation.black) {
    canvas.fill(area, {0, 0, 0});
    if (presentation.spotlight && pointer) drawSpotlight(canvas, area, *pointer);
    return;
  }
  const Slide& slide = presentation.slide();
  const ViewState& state = presentation.state();
  const Rect inner = area.inset(kMargin, 12);
  float y = drawWrapped(canvas, inner, slide.title, {kTitle, Face::Bold, canvas.theme().textStrong});
  y = drawWrapped(canvas, {inner.x, y + 2, inner.w, inner.h}, slide.say,
                  {kSay, Face::Regular, canvas.theme().textSoft});
  const Rect foot{inner.x, inner.bottom() - kFoot, inner.w, kFoot};
  AnswerBox answer = answerBox(canvas, slide, inner.w, inner.h * 0.4f);
  const Rect view{area.x + kMargin - 12, y + 8, area.w - 2 * (kMargin - 12), foot.y - answer.height - y - 14};
  if (const View* named = findView(slide.view); named && view.h > 20) {
    canvas.pushClip(view);
    named->draw(canvas, view, state);
    canvas.popClip();
  }
  drawAnswer(canvas, {inner.x, foot.y - answer.height, inner.w, answer.height - 6}, presentation, std::move(answer));
  drawFoot(canvas, foot, presentation);
  if (presentation.spotlight && pointer) drawSpotlight(canvas, area, *pointer);
  if (presentation.keys) drawKeys(canvas, area);
}

}  // namespace strata::inline present
