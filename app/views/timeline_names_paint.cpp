#include <fmt/format.h>

#include <algorithm>

#include "app/views/counter_line.h"
#include "app/views/format.h"
#include "app/views/paint.h"
#include "app/views/timeline_paint.h"
#include "engine/base/messages.h"

namespace strata {
namespace {

constexpr float kStrip = 5, kNameHeight = 24;

std::string counterRange(const TimelineLayout& layout, const ViewState& state, const Lane& lane) {
  const TraceSnapshot& snapshot = *state.snapshot;
  if (snapshot.rowCount(lane.track) == 0 || snapshot.row(lane.track, 0).empty()) return {};
  const RowView& row = snapshot.row(lane.track, 0);
  const CounterLine line =
      counterLine(row, layout.range, std::max(layout.range.end, state.now), layout.plot.x, layout.plot.w);
  if (line.columns.empty()) return {};
  const std::string& unit = snapshot.tracks()[lane.track].unit;
  const std::string range =
      line.low == line.high ? formatValue(line.high, unit)
                            : fillText(Msg::CounterRange, {formatValue(line.low, unit), formatValue(line.high, unit)});
  return fmt::format("{} · {}", range, provenanceKey(row.back().provenance));
}

void drawName(Canvas& canvas, const TimelineLayout& layout, const ViewState& state, const Lane& lane) {
  const float y = layout.yOf(lane);
  const Rect names = layout.names;
  canvas.fill({names.x, y + lane.height - 1, names.w + layout.plot.w, 1}, canvas.theme().laneLine);
  canvas.fill({names.x, y, std::min(kStrip, names.w / 8), lane.height - 1}, lane.color);
  Rect box{names.x + kStrip + 8, y, std::max(0.f, names.w - kStrip - 16), kNameHeight};
  const TextStyle style{11, Face::Regular, canvas.theme().textLane};
  if (const std::uint64_t dropped = state.snapshot->tracks()[lane.track].dropped; dropped > 0) {
    const Rect lost = drawLine(canvas, box, fillText(Msg::LaneDropped, {formatCount(dropped)}),
                               {10, Face::Regular, canvas.theme().warning}, Align::Right);
    box.w = std::max(0.f, box.w - lost.w - 6);
  }
  if (lane.kind == TrackKind::Counter) {
    box.h = 18;
    drawLine(canvas, {box.x, y + 17, box.w, 16}, counterRange(layout, state, lane),
             {10, Face::Regular, canvas.theme().textDim});
  }
  drawLine(canvas, box, lane.name, style);
}

}  // namespace

void drawLaneNames(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  for (const Lane& lane : layout.lanes)
    if (layout.shows(lane)) drawName(canvas, layout, state, lane);
}

}  // namespace strata
