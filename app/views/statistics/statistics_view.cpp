#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/event_statistics.h"
#include "app/facts/event_text.h"
#include "app/facts/seen_statistics.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kHeader = 24, kMargin = 12, kRow = 20, kNumber = 74, kLeastName = 110, kHistogramWidth = 300;
constexpr float kLeastTable = 40;

struct Layout {
  Rect header, table, histogram;  ///< no width: there is no room for it
  std::size_t columns = 0;        ///< of numbers
  std::size_t rows = 0;
};

struct Column {
  Msg name, tip;
};

constexpr Column kColumns[] = {
    {Msg::StatisticsTotal, Msg::StatisticsTotalTip}, {Msg::StatisticsSelf, Msg::StatisticsSelfTip},
    {Msg::StatisticsCount, Msg::StatisticsCountTip}, {Msg::StatisticsMean, Msg::StatisticsWholeTip},
    {Msg::StatisticsLeast, Msg::StatisticsWholeTip}, {Msg::StatisticsMost, Msg::StatisticsWholeTip}};

Layout layoutStatistics(Rect area, const EventStatistics& statistics) {
  Layout layout;
  const Rect inner = area.inset(std::min(kMargin, area.w / 8), std::min(8.f, area.h / 8));
  layout.header = {inner.x, inner.y, inner.w, std::min(kHeader, inner.h)};
  Rect body{inner.x, layout.header.bottom(), inner.w, std::max(0.f, inner.bottom() - layout.header.bottom())};
  if (body.w > 2.2f * kHistogramWidth && body.h > 70) {
    const float width = std::min(body.w * 0.4f, 1.6f * kHistogramWidth);
    layout.histogram = {body.right() - width, body.y, width, body.h};
    body.w -= width + 20;
  }
  layout.table = body;
  layout.columns =
      std::min(std::size(kColumns), static_cast<std::size_t>(std::max(0.f, (body.w - kLeastName) / kNumber)));
  if (body.w >= kLeastTable)
    layout.rows =
        std::min(statistics.names.size(), static_cast<std::size_t>(std::max(0.f, std::floor(body.h / kRow) - 1)));
  return layout;
}

Rect rowRect(const Layout& layout, std::size_t index) {
  return {layout.table.x, layout.table.y + kRow * static_cast<float>(index + 1), layout.table.w, kRow};
}

Rect columnRect(const Layout& layout, Rect row, std::size_t column) {
  return {row.right() - kNumber * static_cast<float>(layout.columns - column), row.y, kNumber - 4, row.h};
}

std::string cell(const NameStatistics& of, Msg column) {
  switch (column) {
    case Msg::StatisticsTotal: return formatDuration(of.total);
    case Msg::StatisticsSelf: return formatDuration(of.self);
    case Msg::StatisticsCount: return formatCount(of.count);
    case Msg::StatisticsMean: return formatDuration({static_cast<std::int64_t>(of.mean())});
    case Msg::StatisticsLeast: return formatDuration(of.least);
    default: return formatDuration(of.most);
  }
}

void drawColumns(Canvas& canvas, const Layout& layout, Rect row, auto words, const TextStyle& style) {
  for (std::size_t i = 0; i < layout.columns; ++i)
    drawLine(canvas, columnRect(layout, row, i), words(kColumns[i].name), style, Align::Right);
}

void drawTable(Canvas& canvas, const Layout& layout, const ViewState& state, const EventStatistics& statistics) {
  const float nameWidth = layout.table.w - kNumber * static_cast<float>(layout.columns);
  if (layout.table.h >= kRow) {
    const Rect head{layout.table.x, layout.table.y, layout.table.w, kRow};
    drawLine(canvas, {head.x, head.y, nameWidth, head.h}, text(Msg::StatisticsName), look::dim(canvas));
    drawColumns(
        canvas, layout, head, [](Msg column) { return text(column); }, look::dim(canvas));
  }
  const double most =
      statistics.names.empty() ? 1 : std::max<double>(1, static_cast<double>(statistics.names[0].total.ns));
  for (std::size_t i = 0; i < layout.rows; ++i) {
    const NameStatistics& of = statistics.names[i];
    const Rect row = rowRect(layout, i);
    const Color color = of.kind == EventKind::Copy ? kCopyColor : storeyInfo(of.storey).color;
    const bool chosen = statistics.spread && statistics.spread->name == of.name;
    if (chosen) canvas.fill(row, canvas.theme().button, 3);
    const auto share = static_cast<float>(static_cast<double>(of.total.ns) / most);
    canvas.fill({row.x + 8, row.y + 2, std::max(1.f, (nameWidth - 12) * share), row.h - 4},
                mix(chosen ? canvas.theme().button : canvas.theme().background, color, 0.28f), 3);
    canvas.fill({row.x, row.y + 2, 4, row.h - 4}, color, 1);
    drawLine(canvas, {row.x + 12, row.y, std::max(0.f, nameWidth - 18), row.h}, state.session.snapshot->name(of.name),
             {12, Face::Regular, canvas.theme().text});
    drawColumns(canvas, layout, row, [&](Msg column) { return cell(of, column); },
                {12, Face::Mono, canvas.theme().text});
  }
}

/// The name and what is to be said of its spread.
void drawSpreadHead(Canvas& canvas, Rect box, std::string_view name, const Spread& spread, std::uint32_t events) {
  drawLine(canvas, {box.x, box.y, box.w, kRow}, name, look::strong(canvas));
  const std::string words =
      events == 1 ? fillText(Msg::StatisticsOne, {formatDuration(spread.median)})
                  : fillText(Msg::StatisticsSpread,
                             {formatDuration(spread.median), formatDuration(spread.p5), formatDuration(spread.p95)});
  drawLine(canvas, {box.x, box.y + kRow, box.w, kRow}, words, look::small(canvas));
}

void drawHistogram(Canvas& canvas, Rect box, const ViewState& state, const EventStatistics& statistics) {
  const Spread& spread = *statistics.spread;
  const std::uint32_t events = std::reduce(spread.bins.begin(), spread.bins.end());
  drawSpreadHead(canvas, box, state.session.snapshot->name(spread.name), spread, events);
  const Rect plot{box.x, box.y + 2 * kRow + 4, box.w, box.h - 3 * kRow - 4};
  if (plot.h < 8 || events == 1) return;
  canvas.fill({plot.x, plot.bottom(), plot.w, 1}, canvas.theme().grid);
  const auto most = static_cast<float>(*std::max_element(spread.bins.begin(), spread.bins.end()));
  const float step = plot.w / Spread::kBins;
  for (std::size_t i = 0; i < Spread::kBins; ++i) {
    if (spread.bins[i] == 0) continue;
    const float height = std::max(1.f, plot.h * static_cast<float>(spread.bins[i]) / most);
    canvas.fill({plot.x + step * static_cast<float>(i), plot.bottom() - height, std::max(1.f, step - 1), height},
                canvas.theme().accent);
  }
  const auto width = static_cast<double>(std::max<std::int64_t>(1, spread.high.ns - spread.low.ns));
  const float x = plot.x + plot.w * static_cast<float>(std::clamp(
                                        static_cast<double>(spread.median.ns - spread.low.ns) / width, 0.0, 1.0));
  canvas.fill({std::min(x, plot.right() - 1), plot.y, 1, plot.h}, canvas.theme().white);
  const Rect scale{box.x, plot.bottom() + 2, box.w, kRow - 4};
  const float side = scale.w / 4;
  drawLine(canvas, {scale.x, scale.y, side, scale.h}, formatDuration(spread.low), look::dim(canvas));
  drawLine(canvas, {scale.x + side, scale.y, 2 * side, scale.h},
           fillText(Msg::StatisticsTallest, {formatCount(static_cast<std::uint64_t>(most))}), look::dim(canvas),
           Align::Center);
  drawLine(canvas, {scale.right() - side, scale.y, side, scale.h}, formatDuration(spread.high), look::dim(canvas),
           Align::Right);
}

void drawStatistics(Canvas& canvas, Rect area, const ViewState& state) {
  if (!state.sight.statistics || !state.session.snapshot || state.sight.statistics->names.empty()) {
    drawTeachingNote(canvas, area.inset(area.w / 20, 0), {}, {text(Msg::StatisticsEmpty)});
    return;
  }
  const EventStatistics& statistics = *state.sight.statistics;
  const Layout layout = layoutStatistics(area, statistics);
  drawHeader(
      canvas, layout.header,
      {{std::string(text(Msg::StatisticsTitle)), look::title(canvas)},
       {std::string(text(state.sight.measured ? Msg::StatisticsOfMeasured : Msg::StatisticsOfSight)),
        look::soft(canvas), 2},
       {fillText(Msg::StatisticsCounts, {formatDuration(statistics.range.length()), formatCount(statistics.events)}),
        look::mono(canvas), 0},
       {statistics.cut > 0 ? fillText(Msg::StatisticsCut, {formatCount(statistics.cut)}) : std::string{},
        look::soft(canvas), 1},
       {std::string(provenanceKey(Provenance::Measured)), look::dim(canvas), 1, true, true}});
  drawTable(canvas, layout, state, statistics);
  if (layout.histogram.w > 0 && statistics.spread) drawHistogram(canvas, layout.histogram, state, statistics);
}

std::optional<Hit> hitStatistics(const Canvas&, Rect area, const ViewState& state, Point at) {
  if (!state.sight.statistics || !state.session.snapshot) return std::nullopt;
  const Layout layout = layoutStatistics(area, *state.sight.statistics);
  const Rect head{layout.table.x, layout.table.y, layout.table.w, kRow};
  for (std::size_t i = 0; i < layout.columns; ++i)
    if (columnRect(layout, head, i).contains(at)) return Hit{state.sight.selection, std::string(text(kColumns[i].tip))};
  for (std::size_t i = 0; i < layout.rows; ++i) {
    if (!rowRect(layout, i).contains(at)) continue;
    const NameStatistics& of = state.sight.statistics->names[i];
    const TraceEvent& longest = state.session.snapshot->event(of.longest);
    return Hit{{of.longest, longest.call},
               fillText(Msg::StatisticsLongest,
                        {std::string(state.session.snapshot->name(of.name)), formatDuration(of.most)})};
  }
  return std::nullopt;
}

bool hasStatistics(const ViewState& state) {
  return state.sight.statistics && !state.sight.statistics->names.empty();
}

}  // namespace

const View& statisticsView() {
  static const View kView{.name = "statistics",
                          .title = Msg::StudioStatistics,
                          .shows = "count, total and spread of events by name",
                          .absent = "it holds no finished event in that time",
                          .order = 110,
                          .dock = ViewDock::Bottom,
                          .needsStatistics = true,
                          .draw = drawStatistics,
                          .hit = hitStatistics,
                          .hasContent = hasStatistics,
                          .complete = addUpNames};
  return kView;
}

}  // namespace strata::inline views
