#include <algorithm>
#include <cmath>
#include <span>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/event_text.h"
#include "app/views/memory/memory_details.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kHeader = 22, kRow = 18, kLeastBar = 40;

/// Columns in the order in which they stand; those of high rank go first where there is no room.
struct Column {
  Msg head;
  float width;
  int rank;
  std::string (*words)(const CopyRow&);
};

const Column kColumns[] = {
    {Msg::CopyHostMemory, 72, 4, [](const CopyRow& row) { return std::string(row.hostMemory); }},
    {Msg::CopySize, 70, 0, [](const CopyRow& row) { return row.bytes ? formatBytes(*row.bytes) : "–"; }},
    {Msg::CopyTook, 70, 3, [](const CopyRow& row) { return formatDuration(row.duration); }},
    {Msg::CopySpeed, 78, 1, [](const CopyRow& row) { return row.speed ? formatByteRate(*row.speed) : "–"; }},
    {Msg::CopyShare, 92, 2, [](const CopyRow& row) { return row.share ? formatShare(*row.share) : "–"; }}};

constexpr float kDirection = 58;

/// Which columns have room.
std::vector<const Column*> columnsFor(float width) {
  std::vector<const Column*> columns;
  for (const Column& column : kColumns) columns.push_back(&column);
  const auto needed = [&] {
    float sum = kDirection;
    for (const Column* column : columns) sum += column->width;
    return sum;
  };
  while (!columns.empty() && needed() > width)
    columns.erase(std::ranges::max_element(columns, {}, [](const Column* column) { return column->rank; }));
  return columns;
}

/// The part of the table for one line, from the column heads (0) down.
Rect lineRect(Rect box, std::size_t line) {
  return {box.x, box.y + kHeader + kRow * static_cast<float>(line), box.w, kRow};
}

std::size_t linesShown(Rect box, const CopyTable& table) {
  const float lines = std::floor((box.h - kHeader) / kRow) - 1;
  return std::min(table.rows.size(), static_cast<std::size_t>(std::max(0.f, lines)));
}

Color directionColor(const Canvas& canvas, std::string_view direction) {
  return direction == "D→H" ? canvas.theme().copyDark : kCopyColor;
}

void drawTableHeader(Canvas& canvas, Rect box, const CopyTable& table) {
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::CopiesTitle)), look::title(canvas)}};
  if (!table.rows.empty()) {
    const std::string all = formatCount(table.copies), shown = formatCount(linesShown(box, table));
    pieces.push_back({fillText(Msg::CopiesLongest, {shown, all}), look::soft(canvas), 2});
    pieces.push_back({std::string(provenanceKey(Provenance::Measured)), {10, Face::Regular, {}}, 1, true, true});
    const Provenance kind = table.ofSpec ? Provenance::Spec : Provenance::Measured;
    pieces.push_back(
        {fillText(table.ofSpec ? Msg::CopyShareOfSpec : Msg::CopyShareOfBest, {std::string(provenanceKey(kind))}),
         look::dim(canvas), 3, true});
  }
  drawHeader(canvas, {box.x, box.y, box.w, kHeader}, std::move(pieces));
}

void drawCells(Canvas& canvas, Rect line, std::span<const Column* const> columns, auto words, const TextStyle& style) {
  float x = line.right();
  for (std::size_t i = columns.size(); i-- > 0;) {
    x -= columns[i]->width;
    drawLine(canvas, {x + 4, line.y, columns[i]->width - 6, line.h}, words(*columns[i]), style, Align::Right);
  }
}

void drawCopy(Canvas& canvas, Rect line, const ViewState& state, const CopyRow& row,
              std::span<const Column* const> columns) {
  const bool chosen = state.sight.selection.event == row.ref;
  const bool over = state.sight.pointer && line.contains(*state.sight.pointer);
  if (chosen)
    drawChosenRow(canvas, line);
  else if (over)
    canvas.fill(line, canvas.theme().row, 3);
  canvas.fill({line.x, line.y + 3, 4, line.h - 6}, directionColor(canvas, row.direction), 1);
  const TextStyle style{11, Face::Mono, chosen ? canvas.theme().textStrong : canvas.theme().text};
  drawLine(canvas, {line.x + 9, line.y, kDirection - 9, line.h}, row.direction, style);
  drawCells(
      canvas, line, columns, [&](const Column& column) { return column.words(row); }, style);
  float used = kDirection;
  for (const Column* column : columns) used += column->width;
  const Rect bar{line.x + kDirection, line.y + 5, line.w - used - 12, line.h - 10};
  if (bar.w < kLeastBar || !row.share) return;
  canvas.fill(bar, canvas.theme().meter, 3);
  canvas.fill({bar.x, bar.y, bar.w * static_cast<float>(std::clamp(*row.share, 0.0, 1.0)), bar.h},
              directionColor(canvas, row.direction), 3);
}

}  // namespace

void drawCopies(Canvas& canvas, Rect box, const ViewState& state, const CopyTable& table) {
  drawTableHeader(canvas, box, table);
  if (table.rows.empty()) {
    drawLine(canvas, lineRect(box, 0), text(Msg::CopiesEmpty), look::dim(canvas));
    return;
  }
  const std::vector<const Column*> columns = columnsFor(box.w);
  const Rect head = lineRect(box, 0);
  drawLine(canvas, {head.x + 9, head.y, kDirection - 9, head.h}, text(Msg::CopyDirection), look::dim(canvas));
  drawCells(
      canvas, head, columns, [](const Column& column) { return std::string(text(column.head)); }, look::dim(canvas));
  for (std::size_t i = 0; i < linesShown(box, table); ++i)
    drawCopy(canvas, lineRect(box, i + 1), state, table.rows[i], columns);
}

std::optional<Hit> hitCopies(Rect box, const ViewState& state, const CopyTable& table, Point at) {
  for (std::size_t i = 0; i < linesShown(box, table); ++i) {
    if (!lineRect(box, i + 1).contains(at)) continue;
    const TraceEvent& copy = state.session.snapshot->event(table.rows[i].ref);
    return Hit{{table.rows[i].ref, copy.call}, eventTooltip(state, copy)};
  }
  return std::nullopt;
}

}  // namespace strata::inline views
