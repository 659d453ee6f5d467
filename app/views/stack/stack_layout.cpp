#include "app/views/stack/stack_layout.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace strata::inline views {
namespace {

constexpr float kPadX = 12, kPadY = 8, kMinBar = 2, kRowHeight = 50;
constexpr auto kRows = static_cast<float>(kStoreyCount);
constexpr float kHeader = 20, kBelowHeader = 6, kLowHeader = 16, kBelowLowHeader = 2;

struct StackColumns {
  float name, side;
};

/// Names of storeys are read whole where a third of the width is enough for them.
StackColumns columnsOf(float width, float scale) {
  constexpr float kLongestName = 92;
  const float least = std::max(std::min(44.f, width * 0.5f), std::min(kLongestName, width * 0.34f));
  StackColumns columns{std::clamp(width * 0.28f, least, 200 * scale),
                       std::clamp(width * 0.27f, 0.f, std::clamp(width * 0.2f, 208 * scale, 260 * scale))};
  if (columns.side < 64) columns.side = width > 240 ? 64.f : 0.f;
  return columns;
}

/// In a low area it takes as little as one line needs; below that the bars are left alone. Returns where rows begin.
float placeHeader(StackLayout& layout, Rect inner) {
  const bool low = inner.h < kRows * 15 + 18, none = inner.h < 3 * kLowHeader;
  layout.header = {inner.x, inner.y, inner.w, none ? 0 : low ? kLowHeader : kHeader * layout.scale};
  return layout.header.bottom() + (none ? 0 : low ? kBelowLowHeader : kBelowHeader * layout.scale);
}

void placeRows(StackLayout& layout, Rect inner) {
  float y = placeHeader(layout, inner);
  const float all = std::max(0.f, inner.bottom() - y);
  const float gap = std::min(all > kRows * 24 ? 3 * layout.scale : 2.f, all / 60);
  const float height = std::max(0.f, (all - gap * (kRows - 1)) / kRows);
  const StackColumns columns = columnsOf(inner.w, layout.scale);
  for (StackRow& row : layout.rows) {
    row.area = {inner.x, y, inner.w, height};
    row.name = {inner.x, y, columns.name, height};
    row.side = {inner.right() - columns.side, y, columns.side, height};
    row.plot = {row.name.right(), y, std::max(0.f, row.side.x - row.name.right()), height};
    y += height + gap;
  }
}

struct Levels {
  std::vector<std::vector<const CallEvent*>> of;  ///< events that do not overlap, by how deep they nest
  std::vector<const CallEvent*> tooDeep;
};

Levels nest(const StoreyPart& part, std::size_t limit) {
  Levels levels;
  std::vector<HostTime> ends;
  for (const CallEvent& event : part.events) {
    const auto free = std::ranges::find_if(ends, [&](HostTime end) { return end <= event.span.begin; });
    const auto level = static_cast<std::size_t>(free - ends.begin());
    if (level >= limit) {
      levels.tooDeep.push_back(&event);
      continue;
    }
    if (level == ends.size()) {
      ends.emplace_back();
      levels.of.emplace_back();
    }
    ends[level] = event.span.end;
    levels.of[level].push_back(&event);
  }
  return levels;
}

std::vector<StackSegment> cutInSegments(const StackLayout& layout, TimeRange shown, const StackBar& bar,
                                        const Intervals& owned) {
  const TimeRange time = bar.first.span;
  std::vector<StackSegment> segments;
  float x = bar.rect.x;
  const auto push = [&](float to, bool own) {
    to = std::clamp(to, x, bar.rect.right());
    if (to - x < 0.01f) return;
    segments.push_back({x, to - x, own});
    x = to;
  };
  for (const TimeRange& piece : intersect(owned, time)) {
    push(layout.xOf(shown, piece.begin), false);
    push(layout.xOf(shown, piece.end), true);
  }
  push(bar.rect.right(), segments.empty() && !owned.empty() && time.length().ns == 0);
  return segments;
}

/// One level of a storey as bars; neighbours too small to see are folded.
void addBars(StackRow& row, const StackLayout& layout, TimeRange span, const std::vector<const CallEvent*>& events,
             float y, float height) {
  const std::size_t first = row.bars.size();
  for (const CallEvent* event : events) {
    const float x0 = layout.xOf(span, event->span.begin), x1 = layout.xOf(span, event->span.end);
    const bool tiny = x1 - x0 < kMinBar;
    if (row.bars.size() > first && tiny && row.bars.back().rect.right() > x0 && row.bars.back().rect.w <= 2 * kMinBar) {
      StackBar& last = row.bars.back();
      last.rect.w = std::max(last.rect.w, std::min(x1, row.plot.right()) - last.rect.x);
      ++last.count;
      continue;
    }
    const float width = std::max(kMinBar, x1 - x0);
    row.bars.push_back({{std::min(x0, row.plot.right() - width), y, width, height}, *event, 1, {}, {}, {}});
  }
}

/// Counts what nests too deep with the bars of the deepest level: at its begin one of them was running.
void foldDeep(std::span<StackBar> deepest, const std::vector<const CallEvent*>& deep) {
  const auto begin = [](const StackBar& bar) { return bar.first.span.begin; };
  for (const CallEvent* event : deep) {
    const auto after = std::ranges::upper_bound(deepest, event->span.begin, {}, begin);
    if (after != deepest.begin()) ++std::prev(after)->count;
  }
}

/// The gaps beside the bars of a level: right of each, and left of the first.
void findGaps(std::span<StackBar> level, Rect plot) {
  for (std::size_t i = 0; i < level.size(); ++i) {
    const Rect bar = level[i].rect;
    const float end = i + 1 < level.size() ? level[i + 1].rect.x : plot.right();
    level[i].free = {bar.right(), bar.y, std::max(0.f, end - bar.right()), bar.h};
    if (i == 0) level[i].before = {plot.x, bar.y, std::max(0.f, bar.x - plot.x), bar.h};
  }
}

void placeBars(StackRow& row, const StackLayout& layout, const CallPicture& picture, const StoreyPart& part) {
  const float most = row.area.h * 0.8f;
  const Levels levels = nest(part, static_cast<std::size_t>(std::clamp(most / (11 * layout.scale), 1.f, 4.f)));
  const auto count = static_cast<float>(levels.of.size());
  if (count == 0 || row.plot.w < kMinBar) return;
  const float all = row.area.h < 26 ? row.area.h * 0.76f : row.area.h * (count == 1 ? 0.48f : 0.78f);
  const float step = all / count, height = std::max(1.f, step - (count > 1 ? 1.f : 0.f));
  float y = std::round(row.area.y + (row.area.h - all) / 2);
  std::size_t deepest = 0;
  for (const auto& level : levels.of) {
    deepest = row.bars.size();
    addBars(row, layout, picture.span, level, y, height);
    findGaps(std::span(row.bars).subspan(deepest), row.plot);
    y += step;
  }
  foldDeep(std::span(row.bars).subspan(deepest), levels.tooDeep);
  for (StackBar& bar : row.bars) bar.segments = cutInSegments(layout, picture.span, bar, part.owned);
}

}  // namespace

float StackLayout::xOf(TimeRange span, HostTime time) const {
  const Rect plot = rows[0].plot.inset(std::min(8.f, rows[0].plot.w / 20), 0);
  const auto length = static_cast<double>(std::max<std::int64_t>(1, span.length().ns));
  return plot.x + plot.w * static_cast<float>(static_cast<double>((time - span.begin).ns) / length);
}

StackLayout layoutStack(Rect area, const CallPicture* picture) {
  StackLayout layout;
  const Rect inner = area.inset(std::min(kPadX, area.w / 30), std::min(kPadY, area.h / 30));
  layout.scale = std::clamp(std::min(inner.h / ((kRows + 0.6f) * kRowHeight), inner.w / 1000), 1.f, 2.4f);
  placeRows(layout, inner);
  if (picture)
    for (std::size_t i = 0; i < kStoreyCount; ++i) placeBars(layout.rows[i], layout, *picture, picture->storeys[i]);
  return layout;
}

}  // namespace strata::inline views
