#include "app/views/start/start_layout.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/paint.h"

namespace strata::inline views {
namespace {

using Kind = StartAct::Kind;

constexpr float kHeader = 34, kRow = 23, kTableHead = 24, kGap = 14, kLeastDoors = 250, kButton = 34, kDoorWords = 64,
                kTile = 112, kTileHeight = 74, kLine = 24, kMessage = 30;
constexpr float kFileName = 150;           // wide, and most recordings' names have room
constexpr float kFileGap = 12;             // from one name to the next beside it
constexpr std::size_t kFewRecent = 3;      // have room before recordings
constexpr std::size_t kLeastWithMore = 5;  // lines, and one may say that there are more
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
    const std::size_t row = i / columns, column = i % columns;
    const Rect tile{box.x + width * static_cast<float>(column), box.y + height * static_cast<float>(row), width - 6 * s,
                    height - 6 * s};
    if (tile.bottom() <= box.bottom() + 1) layout.actions.push_back({{Kind::Experiment, i}, tile});
  }
}

/// How many files have lines, in so many columns for recordings, which stand below a line that says what they are.
struct FileLines {
  std::size_t recent = 0, shipped = 0, columns = 1;
  bool more = false;  ///< a line says how many are left out
};

/// Recordings stand side by side only where they do not all have room otherwise; of the recent files as many have lines
/// as leave room for these, or a few.
FileLines shareLines(const StartSight& start, std::size_t room, std::size_t mostColumns) {
  const std::size_t all = start.shipped.size(), head = all > 0 ? 1 : 0;
  FileLines lines;
  const auto rows = [&] { return (all + lines.columns - 1) / lines.columns; };
  const auto fits = [&] { return start.recent.size() + head + rows() <= room; };
  if (!fits()) lines.columns = mostColumns;
  lines.more = !fits() && room >= kLeastWithMore;
  const std::size_t space = room - (lines.more ? 1 : 0), wanted = head + std::min(rows(), std::max(room, head) - head);
  lines.recent =
      std::min({start.recent.size(), space, std::max(space - std::min(space, wanted), std::min(room / 3, kFewRecent))});
  const std::size_t left = space - lines.recent;
  if (left > head) lines.shipped = std::min(all, (left - head) * lines.columns);
  return lines;
}

void addFiles(StartLayout& layout, const StartSight& start, Rect box) {
  const float s = layout.scale;
  if (!start.kept.empty() && box.h >= (kButton + kLine) * s) {
    layout.kept = {box.x, box.y, box.w, kLine * s};
    box = {box.x, box.y + kLine * s, box.w, box.h - kLine * s};
  }
  if (box.h < kButton * s) return;
  layout.actions.push_back({{Kind::Open, 0}, {box.x, box.y, std::min(box.w, 230 * s), kButton * s}});
  const Rect lines{box.x, box.y + (kButton + 12) * s, box.w, std::max(0.f, box.bottom() - box.y - (kButton + 12) * s)};
  const FileLines files =
      shareLines(start, static_cast<std::size_t>(lines.h / (kLine * s)), box.w >= 2 * kFileName * s ? 2 : 1);
  std::size_t line = 0;
  const auto rowAt = [&](std::size_t at, std::size_t column, std::size_t columns) {
    const float gap = kFileGap * s, width = (lines.w + gap) / static_cast<float>(columns);
    return Rect{lines.x + width * static_cast<float>(column), lines.y + static_cast<float>(at) * kLine * s, width - gap,
                (kLine - 2) * s};
  };
  for (; line < files.recent; ++line) layout.actions.push_back({{Kind::Recent, line}, rowAt(line, 0, 1)});
  if (files.shipped > 0) layout.shipped = rowAt(line++, 0, 1);
  for (std::size_t i = 0; i < files.shipped; ++i)
    layout.actions.push_back({{Kind::Shipped, i}, rowAt(line + i / files.columns, i % files.columns, files.columns)});
  line += (files.shipped + files.columns - 1) / files.columns;
  layout.leftOut = start.recent.size() + start.shipped.size() - files.recent - files.shipped;
  if (files.more) layout.more = rowAt(line, 0, 1);
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
  std::rotate(layout.actions.begin(), layout.actions.begin() + 1, layout.actions.end());  // closing comes last
  return layout;
}

}  // namespace strata::inline views
