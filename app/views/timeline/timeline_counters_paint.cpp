#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/facts/counter_line.h"
#include "app/views/timeline/timeline_paint.h"

namespace strata::inline views {
namespace {

constexpr float kFill = 0.3f;

void drawSteps(Canvas& canvas, Rect strip, const CounterLine& line, Color color) {
  const double floor = std::min(0.0, line.low), span = std::max(line.high - floor, 1e-300);
  const auto y = [&](double value) {
    return strip.bottom() - strip.h * static_cast<float>(std::clamp((value - floor) / span, 0.0, 1.0));
  };
  std::vector<Point> edge;
  for (const CounterColumn& column : line.columns) {
    const float top = y(column.high);
    canvas.fill({column.x, top, column.w, strip.bottom() - top}, mix(canvas.theme().background, color, kFill));
    if (column.low != column.high) {
      edge.push_back({column.x, y(column.low)});
      edge.push_back({column.x, top});
    }
    edge.push_back({column.x, y(column.last)});
    edge.push_back({column.x + column.w, y(column.last)});
  }
  if (edge.size() > 1) canvas.polyline(edge, color, 1.5f);
}

}  // namespace

CounterLine counterLineOf(const TimelineLayout& layout, const TraceSnapshot& snapshot, const TrackGroup& group,
                          HostTime until) {
  CounterLine whole;
  for (auto track = group.tracks.rbegin(); track != group.tracks.rend(); ++track) {
    if (snapshot.rowCount(*track) == 0 || snapshot.row(*track, 0).empty()) continue;
    const RowView& row = snapshot.row(*track, 0);
    until = std::min(until, snapshot.tracks()[*track].ended.value_or(until));
    CounterLine line = counterLine(row, layout.range, until, layout.plot.x, layout.plot.w);
    until = row[0].begin;
    if (line.columns.empty()) continue;
    const bool first = whole.columns.empty();
    whole.low = first ? line.low : std::min(whole.low, line.low);
    whole.high = first ? line.high : std::max(whole.high, line.high);
    whole.columns.insert(whole.columns.begin(), line.columns.begin(), line.columns.end());
  }
  return whole;
}

void drawTimelineCounters(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto bounds = snapshot.bounds();
  if (!bounds) return;
  for (const TrackGroup& group : layout.groups) {
    if (group.kind != TrackKind::Counter || !layout.shows(group)) continue;
    const CounterLine line = counterLineOf(layout, snapshot, group, std::max(bounds->end, state.sight.now));
    drawSteps(canvas, layout.rowRect(group, 0), line, group.color);
  }
}

}  // namespace strata::inline views
