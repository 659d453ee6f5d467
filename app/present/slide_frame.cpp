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
    {Msg::ShowKeySpot, Msg::ShowKeySpotDoes},     {Msg::ShowKeyBlack, Msg::ShowKeyBlackDoes},
    {Msg::ShowKeyTimer, Msg::ShowKeyTimerDoes},   {Msg::ShowKeyLight, Msg::ShowKeyLightDoes},
    {Msg::ShowKeyScreen, Msg::ShowKeyScreenDoes}, {Msg::ShowKeyHelp, Msg::ShowKeyHelpDoes},
    {Msg::ShowKeyStop, Msg::ShowKeyStopDoes},     {Msg::ShowKeyLeave, Msg::ShowKeyLeaveDoes},
};

/// What the words of all keys need: of the keys, and of what they do.
struct KeyWidths {
  float key = 0, does = 0;
};

KeyWidths keyWidths(const Canvas& canvas, const KeyList& list, float letters) {
  KeyWidths widest;
  for (const auto& some : {list.keys, std::span<const KeyWords>(kCommonKeys)})
    for (const KeyWords& words : some) {
      widest.key = std::max(widest.key, canvas.measure(text(words.first, list.language), {letters, Face::Mono, {}}));
      widest.does =
          std::max(widest.does, canvas.measure(text(words.second, list.language), {letters, Face::Regular, {}}));
    }
  return widest;
}

/// A card as wide as its words; where the slide is narrower, its letters are smaller.
void drawKeys(Canvas& canvas, Rect area, const KeyList& list) {
  constexpr float kBetween = 16, kRounding = 1;
  const std::span<const KeyWords> keys = list.keys;
  const float lines = static_cast<float>(keys.size() + std::size(kCommonKeys)) + 1;
  const float line = std::min(24.f, area.h * 0.8f / lines), padding = std::min(line, area.w / 8);
  const float most = area.w - 4 * padding - kBetween - 2 * kRounding;
  float letters = line / 1.6f;
  KeyWidths wide = keyWidths(canvas, list, letters);
  if (const float needed = wide.key + wide.does; needed > most)
    wide = keyWidths(canvas, list, letters *= std::max(0.f, most) / needed);
  const float width = wide.key + wide.does + kBetween + 2 * (padding + kRounding), height = lines * line + padding;
  const Rect card{area.x + (area.w - width) / 2, area.y + (area.h - height) / 2, width, height};
  const Theme& theme = canvas.theme();
  canvas.fill(card, theme.card, 8);
  canvas.stroke(card, theme.cardBorder, 1, 8);
  const Rect inner = card.inset(padding, padding / 2);
  const TextStyle key{letters, Face::Mono, theme.text}, does{letters, Face::Regular, theme.textSoft};
  const float at = wide.key + kRounding + kBetween;
  drawLine(canvas, {inner.x, inner.y, inner.w, line}, text(Msg::ShowKeys, list.language),
           {letters, Face::Bold, theme.textStrong});
  float y = inner.y;
  const auto add = [&](const KeyWords& words) {
    y += line;
    drawLine(canvas, {inner.x, y, at, line}, text(words.first, list.language), key);
    drawLine(canvas, {inner.x + at, y, inner.w - at, line}, text(words.second, list.language), does);
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
