#include "app/views/statistics/statistics_spread_paint.h"

#include <algorithm>
#include <numeric>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/event_table.h"
#include "app/facts/event_text.h"
#include "app/facts/launch_text.h"
#include "app/facts/short_name.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kLine = 20;

/// What launched one event of a name, and that it is one of several where it is.
std::string launchOf(const TraceSnapshot& snapshot, const TraceEvent& event, const NameStatistics& of) {
  const std::string launch = launchText(snapshot, event);
  const auto call = snapshot.call(event.call);
  if (launch.empty() || !call || of.operations < 2) return launch;
  const std::string_view operation = snapshot.name(snapshot.event(call->top).name);
  if (launch.ends_with(operation)) return fillText(Msg::LaunchedOneOf, {launch, formatCount(of.operations)});
  return fillText(Msg::LaunchedForOneOf, {launch, operation, formatCount(of.operations)});
}

/// What launched the selected event of that line; without one the longest.
std::string launchOfChosen(const ViewState& state, const NameAndShape& line) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto& names = state.sight.table->statistics().names;
  const auto of = std::ranges::find(names, line, &NameStatistics::key);
  if (of == names.end()) return {};
  const auto& selected = state.sight.selection.event;
  const TraceEvent* event = selected ? findEvent(snapshot, *selected) : nullptr;
  const bool ofLine = event && nameAndShape(snapshot, *event, state.sight.table->choices().rowsOfShapes()) == line;
  return launchOf(snapshot, ofLine ? *event : snapshot.event(of->longest), *of);
}

/// Returns how many lines it took.
int drawSpreadHead(Canvas& canvas, Rect box, const ViewState& state, const Spread& spread, std::uint32_t events) {
  const auto line = [&](int index) { return Rect{box.x, box.y + kLine * static_cast<float>(index), box.w, kLine}; };
  const std::string name = shortName(state.session.snapshot->name(spread.line.name));
  drawLine(canvas, line(0), spread.line.shape ? name + " " + launchShapeText(spread.line.shape) : name,
           look::strong(canvas));
  const std::string words =
      events == 1 ? fillText(Msg::StatisticsOne, {formatDuration(spread.median)})
                  : fillText(Msg::StatisticsSpread,
                             {formatDuration(spread.median), formatDuration(spread.p5), formatDuration(spread.p95)});
  drawLine(canvas, line(1), words, look::small(canvas));
  const std::string launch = box.h > 3 * kLine ? launchOfChosen(state, spread.line) : std::string();
  if (launch.empty()) return 2;
  drawLine(canvas, line(2), launch, look::small(canvas));
  return 3;
}

void drawScale(Canvas& canvas, Rect scale, const Spread& spread, std::uint32_t tallest) {
  constexpr float kBetween = 8;
  const TextStyle dim = look::dim(canvas);
  std::string high = formatDuration(spread.high);
  if (spread.most > spread.high) high = fillText(Msg::StatisticsAndMore, {high});
  const Rect left = drawLine(canvas, scale, formatDuration(spread.low), dim),
             right = drawLine(canvas, scale, high, dim, Align::Right);
  const float from = left.right() + kBetween;
  drawLine(
      canvas, {from, scale.y, std::max(0.f, right.x - kBetween - from), scale.h},
      fillText(spread.byFactors ? Msg::StatisticsTallestByFactors : Msg::StatisticsTallest, {formatCount(tallest)}),
      dim, Align::Center);
}

}  // namespace

void drawStatisticsSpread(Canvas& canvas, Rect box, const ViewState& state) {
  const Spread& spread = *state.sight.table->statistics().spread;
  const std::uint32_t events = std::reduce(spread.bins.begin(), spread.bins.end());
  const auto head = kLine * static_cast<float>(drawSpreadHead(canvas, box, state, spread, events));
  const Rect plot{box.x, box.y + head + 4, box.w, box.h - head - kLine - 4};
  if (plot.h < 8 || events == 1) return;
  canvas.fill({plot.x, plot.bottom(), plot.w, 1}, canvas.theme().grid);
  const std::uint32_t most = *std::max_element(spread.bins.begin(), spread.bins.end());
  const float step = plot.w / Spread::kBins;
  for (std::size_t i = 0; i < Spread::kBins; ++i) {
    if (spread.bins[i] == 0) continue;
    const float height = std::max(1.f, plot.h * static_cast<float>(spread.bins[i]) / static_cast<float>(most));
    canvas.fill({plot.x + step * static_cast<float>(i), plot.bottom() - height, std::max(1.f, step - 1), height},
                canvas.theme().accent);
  }
  const float x = plot.x + plot.w * static_cast<float>(std::clamp(spread.placeOf(spread.median), 0.0, 1.0));
  canvas.fill({std::min(x, plot.right() - 1), plot.y, 1, plot.h}, canvas.theme().white);
  drawScale(canvas, {box.x, plot.bottom() + 2, box.w, kLine - 4}, spread, most);
}

}  // namespace strata::inline views
