#include "app/views/memory/memory_layout.h"

#include <algorithm>

#include "app/canvas/format.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kRowHeader = 28, kGap = 10;
constexpr float kLeastDetails = 84, kTall = 250, kWide = 900, kColumnGap = 20;

/// Side by side where the area is flat, else copies and pinned against pageable above the map.
void layoutDetails(MemoryLayout& layout, Rect area) {
  if (area.h < kLeastDetails || area.w < 120) return;
  const bool wide = area.w >= kWide;
  if (area.h < kTall) {
    const float copies = area.w >= 520 ? area.w * (wide ? 0.38f : 0.5f) : area.w, pinned = wide ? area.w * 0.2f : 0;
    layout.copies = {area.x, area.y, copies, area.h};
    if (wide) layout.pinned = {layout.copies.right() + kColumnGap, area.y, pinned, area.h};
    const float left = (wide ? layout.pinned : layout.copies).right() + kColumnGap;
    if (area.w >= 520) layout.map = {left, area.y, area.right() - left, area.h};
    return;
  }
  const float above = std::min(area.h * 0.45f, 420.f);
  layout.copies = {area.x, area.y, area.w >= 520 ? area.w * 0.62f - kColumnGap : area.w, above};
  if (area.w >= 520)
    layout.pinned = {layout.copies.right() + kColumnGap, area.y, area.right() - layout.copies.right() - kColumnGap,
                     above};
  layout.map = {area.x, area.y + above + kGap, area.w, area.h - above - kGap};
}

}  // namespace

MemoryLayout layoutMemory(Rect area, bool foreign) {
  MemoryLayout layout;
  const Rect inner = area.inset(std::min(12.f, area.w / 30), std::min(6.f, area.h / 20));
  const float header = inner.h >= 64 ? kRowHeader - 6 : 0;
  layout.header = {inner.x, inner.y, inner.w, header};
  const Rect row{inner.x, inner.y + header, inner.w, std::min(132.f, std::max(0.f, inner.h - header))};
  const bool units = row.w >= 640, traffic = row.w >= 940 && !foreign;
  const float box = row.w < 520 ? row.w * 0.3f : units ? std::clamp(row.w * 0.19f, 150.f, 300.f) : 184;
  const float unitBox = units ? std::clamp(row.w * 0.2f, 170.f, 340.f) : 0;
  const float boxes = 2 * box + unitBox, gaps = kGap * (traffic ? 4.f : units ? 3.f : 2.f);
  const float pipe = std::max(0.f, (row.w - boxes - gaps) / (traffic ? 2.f : 1.f));
  float x = row.x;
  const auto place = [&](Rect& rect, float width) {
    rect = {x, row.y, width, row.h};
    if (width > 0) x += width + kGap;
  };
  place(layout.host, box);
  place(layout.link, pipe);
  place(layout.device, box);
  place(layout.traffic, traffic ? pipe : 0);
  place(layout.units, unitBox);
  const float below = row.bottom() + kGap;
  layoutDetails(layout, {inner.x, below, inner.w, inner.bottom() - below});
  return layout;
}

std::string bestSpeedWords(const MemoryFacts& facts, const LinkUse& link) {
  const std::string best = formatByteRate(*link.best);
  return link.inCache ? fillText(Msg::BestSpeedAbove, {best, formatBytes(*facts.cachedCopy)})
                      : fillText(Msg::BestSpeed, {best});
}

std::string unitsTitle(const MemoryFacts& facts) {
  if (facts.units == 0) return std::string(text(Msg::ComputeUnitsUnknown));
  const std::string plural = facts.units == 1 || facts.unitName.size() <= 2 ? "" : "s";
  return fillText(Msg::ComputeUnits, {std::to_string(facts.units), facts.unitName + plural});
}

Msg noLaunchWord(const MemoryFacts& facts) {
  if (facts.withoutGrid) return Msg::LaunchWithoutGrid;
  return facts.launchedNothing ? Msg::RunLaunchedNothing : Msg::NoLaunch;
}

}  // namespace strata::inline views
