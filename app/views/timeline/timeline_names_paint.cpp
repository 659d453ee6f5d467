#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/counter_line.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/views/timeline/timeline_names.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kStrip = 5, kNameHeight = 24;
constexpr float kNameLetters = 11, kLeastNameLetters = 7;  // of a name; the smallest are a bar's in the stack

/// How high the line of a group's name is: as high as a thin group, so that each has its name. Where that is too low
/// for letters, one of two has it, or of three, in the largest letters that leaves.
float nameLine(const TrackGroup& group) {
  constexpr float kLeast = kNamedGroup * kLeastNameLetters / kNameLetters;
  if (group.height >= kNamedGroup) return kNamedGroup;
  return std::min(kNamedGroup, group.height * std::ceil(kLeast / group.height));
}

/// In steps, since what names are shortened to is kept by size.
float nameLetters(float line) {
  return std::floor(2 * kNameLetters * line / kNamedGroup + 0.01f) / 2;
}

std::string counterRange(const TimelineLayout& layout, const ViewState& state, const TrackGroup& group) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const CounterLine line = counterLineOf(layout, snapshot, group, std::max(layout.range.end, state.sight.now));
  const auto newest = std::find_if(group.tracks.rbegin(), group.tracks.rend(),
                                   [&](std::uint32_t track) { return snapshot.rowCount(track) > 0; });
  if (line.columns.empty() || newest == group.tracks.rend()) return {};
  const std::string& unit = snapshot.tracks()[*newest].unit;
  const std::string range =
      line.low == line.high ? formatValue(line.high, unit)
                            : fillText(Msg::CounterRange, {formatValue(line.low, unit), formatValue(line.high, unit)});
  return fmt::format("{} · {}", range, provenanceKey(snapshot.row(*newest, 0).back().provenance));
}

/// `nameTop`: where the name's line begins; nullopt: there is no room for it.
void drawName(Canvas& canvas, const TimelineLayout& layout, const ViewState& state, const TrackGroup& group,
              LaneNames& names, std::optional<float> nameTop) {
  const float y = layout.yOf(group);
  const Rect column = layout.names;
  // Names of thin groups reach beyond them: no line goes through one.
  const float left = group.height < kNamedGroup ? layout.plot.x : column.x;
  canvas.fill({left, y + group.height - 1, layout.plot.right() - left, 1}, canvas.theme().groupLine);
  canvas.fill({column.x, y, std::min(kStrip, column.w / 8), group.height - 1}, group.color);
  if (!nameTop) return;
  const float line = nameLine(group);
  Rect box{column.x + kStrip + 8, *nameTop, std::max(0.f, column.w - kStrip - 16),
           std::min(std::max(kNameHeight, 2 * group.pad + group.rowHeight), std::max(line, group.height))};
  const TextStyle style{nameLetters(line), Face::Regular, canvas.theme().textLabel};
  if (group.dropped > 0) {
    const Rect lost = drawLine(canvas, box, fillText(Msg::GroupDropped, {formatCount(group.dropped)}),
                               {std::min(10.f, style.size), Face::Regular, canvas.theme().warning}, Align::Right);
    box.w = std::max(0.f, box.w - lost.w - 6);
  }
  if (group.kind == TrackKind::Counter) {
    box.h = std::min(box.h, 18.f);
    if (group.height >= 34)
      drawLine(canvas, {box.x, y + 17, box.w, 16}, counterRange(layout, state, group),
               {10, Face::Regular, canvas.theme().textDim});
  }
  drawLine(canvas, box, names.fitted(canvas, group, style, box.w), style);
  drawLaneButtons(canvas, layout, group, state);
}

}  // namespace

void drawGroupNames(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  LaneNames names(layout.groups);
  // The thinnest groups do not all have room for their names, which reach as far above them as below.
  constexpr float kRounding = 0.01f;
  float free = layout.names.y, edge = free;
  for (const TrackGroup& group : layout.groups) {
    if (!layout.shows(group) || group.height <= 0) continue;
    const bool thin = group.height < kNamedGroup;
    const float line = nameLine(group);
    const float y = layout.yOf(group), top = thin ? std::max(edge, y - (line - group.height) / 2) : y;
    const bool named = !thin || (top >= free - kRounding && top + line <= layout.names.bottom() + kRounding);
    drawName(canvas, layout, state, group, names, named ? std::optional(top) : std::nullopt);
    if (named) free = top + line;
    if (!thin) edge = y + group.height;
  }
}

}  // namespace strata::inline views
