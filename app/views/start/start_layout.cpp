#include "app/views/start/start_layout.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

using Kind = StartAct::Kind;

constexpr float kHeader = 34, kRow = 23, kTableHead = 24, kGap = 14, kLeastDoors = 250, kButton = 34, kDoorWords = 64,
                kTile = 112, kTileHeight = 74, kLine = 24, kMessage = 30;
constexpr std::size_t kFewRecent = 3;  // have room before recordings
constexpr std::size_t kVendors = 3;
constexpr double kExploreShare = 0.46;  // of the doors' width: it has the most to show

void addLearn(StartLayout& layout, const StartSight& start, Rect box) {
  const float s = layout.scale;
  layout.lesson = {box.x, box.y, box.w, std::min(box.h, 64 * s)};
  const float below = layout.lesson.bottom() + 6 * s;
  if (below + 26 * s <= box.bottom()) layout.progress = {box.x, below, box.w, 26 * s};
  float y = below + 34 * s;
  const auto button = [&](Kind kind) {
    if (y + kButton * s > box.bottom()) return;
    layout.actions.push_back({{kind, 0}, {box.x, y, std::min(box.w, 230 * s), kButton * s}});
    y += (kButton + 8) * s;
  };
  if (!start.nextLesson.empty()) button(Kind::NextLesson);
  if (start.lessons > 0) button(Kind::AllLessons);
}

void addExperiments(StartLayout& layout, const StartSight& start, Rect box) {
  const float s = layout.scale;
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>(box.w / (kTile * s)));
  const std::size_t rows = (start.experiments.size() + columns - 1) / columns;
  if (rows == 0) return;
  const float width = box.w / static_cast<float>(columns);
  const float height = std::clamp(box.h / static_cast<float>(rows), 40 * s, kTileHeight * 1.4f * s);
  for (std::size_t i = 0; i < start.experiments.size(); ++i) {
    const Rect tile{box.x + width * static_cast<float>(i % columns), box.y + height * static_cast<float>(i / columns),
                    width - 6 * s, height - 6 * s};
    if (tile.bottom() <= box.bottom() + 1) layout.actions.push_back({{Kind::Experiment, i}, tile});
  }
}

void addFiles(StartLayout& layout, const StartSight& start, Rect box) {
  const float s = layout.scale;
  if (box.h < kButton * s) return;
  layout.actions.push_back({{Kind::Open, 0}, {box.x, box.y, std::min(box.w, 230 * s), kButton * s}});
  float y = box.y + (kButton + 12) * s;
  const auto room = static_cast<std::size_t>(std::max(0.f, (box.bottom() - y) / (kLine * s)));
  const auto list = [&](Kind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, y += kLine * s)
      layout.actions.push_back({{kind, i}, {box.x, y, box.w, (kLine - 2) * s}});
  };
  // Below a line that says what they are; of the recent ones what leaves these room.
  const std::size_t shipped = start.shipped.empty() || room < 2 ? 0 : std::min(start.shipped.size(), room - 1),
                    lines = shipped == 0 ? 0 : shipped + 1;
  const std::size_t recent = std::min(start.recent.size(), std::max(room - lines, std::min(room / 3, kFewRecent)));
  list(Kind::Recent, recent);
  if (shipped == 0 || recent + 2 > room) return;
  layout.shipped = {box.x, y, box.w, (kLine - 2) * s};
  y += kLine * s;
  list(Kind::Shipped, std::min(shipped, room - recent - 1));
}

}  // namespace

Rect StartLayout::Table::cell(std::size_t storey, std::size_t vendor) const {
  return {box.x + label + column * static_cast<float>(vendor), box.y + head + row * static_cast<float>(storey), column,
          row};
}

StartLayout layOutStart(Rect outer, const StartSight& start) {
  StartLayout layout;
  Rect area = viewMargins(outer).inset(outer.w > 900 ? outer.w * 0.03f : 0, 0);
  area.h -= std::min(kMessage, area.h * 0.1f);  // a message at the window's foot covers nothing
  const float s = layout.scale = std::clamp(std::min(area.w / 1080, area.h / 640), 0.8f, 1.7f);
  if (area.w < 240 || area.h < 120) return layout;
  layout.header = {area.x, area.y, area.w, kHeader * s};
  layout.actions.push_back({{Kind::Close, 0}, {area.right() - 30 * s, area.y + 4 * s, 26 * s, 26 * s}});
  float y = layout.header.bottom() + 4 * s;
  const float table = (kTableHead + kRow * static_cast<float>(kStoreyCount)) * s;
  if (area.bottom() - y - table - kGap * s >= kLeastDoors * s && area.w >= 520 * s) {
    layout.table.box = {area.x, y, area.w, table};
    layout.table.head = kTableHead * s;
    layout.table.row = kRow * s;
    layout.table.label = 110 * s;
    layout.table.column = (area.w - layout.table.label) / static_cast<float>(kVendors);
    y += table + kGap * s;
  }
  const bool beside = area.w >= 620 * s;
  const float height = area.bottom() - y;
  float x = area.x;
  for (std::size_t i = 0; i < layout.doors.size(); ++i) {
    const auto share = static_cast<float>(i == 1 ? kExploreShare : (1 - kExploreShare) / 2);
    const float third = height / static_cast<float>(layout.doors.size());
    const Rect box = beside ? Rect{x, y, area.w * share - (i < 2 ? 10 * s : 0), height}
                            : Rect{area.x, y + third * static_cast<float>(i), area.w, third - 6 * s};
    x += area.w * share;
    const Rect inner = box.inset(14 * s, 8 * s);
    const float words = std::min(inner.h, kDoorWords * s);
    layout.doors[i] = {box, {inner.x, inner.y, inner.w, words}};
    const Rect rest{inner.x, inner.y + words + 4 * s, inner.w, std::max(0.f, inner.h - words - 4 * s)};
    if (i == 0) addLearn(layout, start, rest);
    if (i == 1) addExperiments(layout, start, rest);
    if (i == 2) addFiles(layout, start, rest);
  }
  std::ranges::rotate(layout.actions, layout.actions.begin() + 1);  // closing comes last
  return layout;
}

}  // namespace strata::inline views
