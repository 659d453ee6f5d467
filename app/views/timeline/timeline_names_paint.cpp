#include <fmt/format.h>

#include <algorithm>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/counter_line.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kStrip = 5, kNameHeight = 24, kNameStep = 12;

std::string counterRange(const TimelineLayout& layout, const ViewState& state, const Lane& lane) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const CounterLine line = counterLineOf(layout, snapshot, lane, std::max(layout.range.end, state.sight.now));
  const auto newest = std::find_if(lane.tracks.rbegin(), lane.tracks.rend(),
                                   [&](std::uint32_t track) { return snapshot.rowCount(track) > 0; });
  if (line.columns.empty() || newest == lane.tracks.rend()) return {};
  const std::string& unit = snapshot.tracks()[*newest].unit;
  const std::string range =
      line.low == line.high ? formatValue(line.high, unit)
                            : fillText(Msg::CounterRange, {formatValue(line.low, unit), formatValue(line.high, unit)});
  return fmt::format("{} · {}", range, provenanceKey(snapshot.row(*newest, 0).back().provenance));
}

void drawName(Canvas& canvas, const TimelineLayout& layout, const ViewState& state, const Lane& lane, bool named) {
  const float y = layout.yOf(lane);
  const Rect names = layout.names;
  canvas.fill({names.x, y + lane.height - 1, names.w + layout.plot.w, 1}, canvas.theme().laneLine);
  canvas.fill({names.x, y, std::min(kStrip, names.w / 8), lane.height - 1}, lane.color);
  if (!named) return;
  Rect box{names.x + kStrip + 8, y, std::max(0.f, names.w - kStrip - 16),
           std::min(kNameHeight, std::max(kNameStep, lane.height))};
  const TextStyle style{11, Face::Regular, canvas.theme().textLane};
  if (lane.dropped > 0) {
    const Rect lost = drawLine(canvas, box, fillText(Msg::LaneDropped, {formatCount(lane.dropped)}),
                               {10, Face::Regular, canvas.theme().warning}, Align::Right);
    box.w = std::max(0.f, box.w - lost.w - 6);
  }
  if (lane.kind == TrackKind::Counter) {
    box.h = std::min(box.h, 18.f);
    if (lane.height >= 34)
      drawLine(canvas, {box.x, y + 17, box.w, 16}, counterRange(layout, state, lane),
               {10, Face::Regular, canvas.theme().textDim});
  }
  drawLine(canvas, box, lane.name, style);
}

}  // namespace

void drawLaneNames(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  // Thin lanes do not all have room for their names.
  float free = layout.names.y;
  for (const Lane& lane : layout.lanes) {
    if (!layout.shows(lane)) continue;
    const bool named = layout.yOf(lane) + lane.height >= free + kNameStep || lane.height >= kNameStep;
    drawName(canvas, layout, state, lane, named);
    if (named) free = layout.yOf(lane) + kNameStep;
  }
}

}  // namespace strata::inline views
