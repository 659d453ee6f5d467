#include "app/present/slide_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/paint.h"

namespace strata::inline present {
namespace {

constexpr float kRowsOnScreen = 520;  ///< logical height of a slide: 13-pixel text is then 2.5 % of the screen's height
constexpr float kSpot = 70;

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

constexpr KeyWords kCommonKeys[] = {
    {Msg::ShowKeySpot, Msg::ShowKeySpotDoes},   {Msg::ShowKeyBlack, Msg::ShowKeyBlackDoes},
    {Msg::ShowKeyTimer, Msg::ShowKeyTimerDoes}, {Msg::ShowKeyLight, Msg::ShowKeyLightDoes},
    {Msg::ShowKeyHelp, Msg::ShowKeyHelpDoes},   {Msg::ShowKeyStop, Msg::ShowKeyStopDoes},
    {Msg::ShowKeyLeave, Msg::ShowKeyLeaveDoes},
};

void drawKeys(Canvas& canvas, Rect area, const KeyList& list) {
  const std::span<const KeyWords> keys = list.keys;
  const float lines = static_cast<float>(keys.size() + std::size(kCommonKeys)) + 1;
  const float line = std::min(24.f, area.h * 0.8f / lines), padding = line;
  const float width = std::min(area.w - 2 * padding, 640.f), height = lines * line + padding;
  const Rect card{area.x + (area.w - width) / 2, area.y + (area.h - height) / 2, width, height};
  const Theme& theme = canvas.theme();
  canvas.fill(card, theme.card, 8);
  canvas.stroke(card, theme.cardBorder, 1, 8);
  const Rect inner = card.inset(padding, padding / 2);
  const TextStyle key{line / 1.6f, Face::Mono, theme.text}, does{key.size, Face::Regular, theme.textSoft};
  float wide = 0;
  for (const auto& some : {keys, std::span<const KeyWords>(kCommonKeys)})
    for (const KeyWords& words : some) wide = std::max(wide, canvas.measure(text(words.first, list.language), key));
  wide = std::min(wide + 16, inner.w / 2);
  drawLine(canvas, {inner.x, inner.y, inner.w, line}, text(Msg::ShowKeys, list.language),
           {key.size, Face::Bold, theme.textStrong});
  float y = inner.y;
  const auto add = [&](const KeyWords& words) {
    y += line;
    drawLine(canvas, {inner.x, y, wide, line}, text(words.first, list.language), key);
    drawLine(canvas, {inner.x + wide, y, inner.w - wide, line}, text(words.second, list.language), does);
  };
  std::ranges::for_each(keys, add);
  std::ranges::for_each(kCommonKeys, add);
}

}  // namespace

float slideScale(float height) {
  return std::max(0.5f, height / kRowsOnScreen);
}

void drawSlideFoot(Canvas& canvas, Rect box, const SlideFoot& foot, const Switches& switches) {
  const Theme& theme = canvas.theme();
  std::string right = fmt::format("{} / {}", foot.index + 1, foot.count);
  const auto seconds = switches.elapsed().count();
  if (switches.timer) right = fmt::format("{}:{:02}   {}", seconds / 60, seconds % 60, right);
  const Rect place = drawLine(canvas, box, right, {foot.letters, Face::Mono, theme.textDim}, Align::Right);
  drawLine(canvas, {box.x, box.y, std::clamp(place.x - 12 - box.x, 0.f, box.w * 0.8f), box.h}, foot.words,
           {foot.letters, Face::Regular, foot.problem ? theme.warning : theme.textDim});
  if (foot.index == 0 && !foot.picture)
    drawLine(canvas, {box.x, box.y, std::max(0.f, place.x - 24 - box.x), box.h}, text(Msg::ShowKeysHint, foot.language),
             {12, Face::Mono, theme.textDim}, Align::Right);
}

void drawSwitched(Canvas& canvas, Rect area, const Switches& switches, std::optional<Point> pointer,
                  const KeyList& keys, const std::function<void()>& slide) {
  switches.black ? canvas.fill(area, {0, 0, 0}) : slide();
  if (switches.spotlight && pointer) drawSpotlight(canvas, area, *pointer);
  if (switches.keys && !switches.black) drawKeys(canvas, area, keys);
}

}  // namespace strata::inline present
