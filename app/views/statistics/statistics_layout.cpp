#include "app/views/statistics/statistics_layout.h"

#include <algorithm>
#include <cmath>

namespace strata::inline views {
namespace {

constexpr float kHeader = 24, kMargin = 12, kRow = 20, kNumber = 74, kLeastName = 170, kHistogramWidth = 300;
constexpr std::size_t kFirstRows = 3;  // the head shrinks before these have no room
constexpr float kTopMargin = 8, kLowMargin = 2, kShrunkHeader = 18, kLowHeads = 16, kOnlyHeads = 18;
constexpr float kLeastTable = 40, kThumb = 4, kLeastThumb = 12;
constexpr float kGapBeside = 20, kGapBelow = 12, kHighEnough = 380, kSpreadBelow = 180;

constexpr StatisticsColumn kOfNames[] = {
    {TableColumn::Total, Msg::StatisticsTotal, Msg::StatisticsTotalTip},
    {TableColumn::Self, Msg::StatisticsSelf, Msg::StatisticsSelfTip},
    {TableColumn::ThreadShare, Msg::StatisticsThreadShare, Msg::StatisticsThreadShareTip},
    {TableColumn::StreamShare, Msg::StatisticsStreamShare, Msg::StatisticsStreamShareTip},
    {TableColumn::Count, Msg::StatisticsCount, Msg::StatisticsCountTip},
    {TableColumn::Least, Msg::StatisticsLeast, Msg::StatisticsWholeTip},
    {TableColumn::Median, Msg::StatisticsMedian, Msg::StatisticsMedianTip},
    {TableColumn::P99, Msg::StatisticsP99, Msg::StatisticsP99Tip},
    {TableColumn::Most, Msg::StatisticsMost, Msg::StatisticsWholeTip},
    {TableColumn::Mean, Msg::StatisticsMean, Msg::StatisticsWholeTip}};
constexpr StatisticsColumn kOfEvents[] = {{TableColumn::Length, Msg::StatisticsLength, Msg::StatisticsLengthTip},
                                          {TableColumn::Begin, Msg::StatisticsBegin, Msg::StatisticsBeginTip}};

struct StatisticsHead {
  float margin = kTopMargin, header = kHeader, heads = kRow;
  bool leaves(float height, std::size_t rows) const {
    return height >= 2 * margin + header + heads + kRow * static_cast<float>(rows);
  }
};

/// Lower where the first rows have no room else; then it is the heads alone, as long as a row stands below them.
StatisticsHead statisticsHeadOf(float height, std::size_t size) {
  const StatisticsHead usual, low{kLowMargin, kShrunkHeader, kLowHeads}, least{kLowMargin, 0, kOnlyHeads};
  const std::size_t rows = std::clamp<std::size_t>(size, 1, kFirstRows);
  if (usual.leaves(height, rows) || !least.leaves(height, 1)) return usual;
  return low.leaves(height, rows) ? low : least;
}

/// The spread stands beside the table, and gives way to its columns; where they have no room then, below it if that is
/// high enough. Returns what is left for the table, which needs `needed` for all of its columns.
Rect placeSpread(StatisticsLayout& layout, Rect body, float needed) {
  if (body.w <= 2.2f * kHistogramWidth || body.h <= 70) return body;
  if (body.w >= needed && body.w < needed + kGapBeside + kHistogramWidth && body.h >= kHighEnough) {
    layout.spread = {body.x, body.bottom() - kSpreadBelow, body.w, kSpreadBelow};
    return {body.x, body.y, body.w, body.h - kSpreadBelow - kGapBelow};
  }
  const float spare = std::max(kHistogramWidth, body.w - needed - kGapBeside);
  const float width = std::min({body.w * 0.4f, 1.6f * kHistogramWidth, spare});
  layout.spread = {body.right() - width, body.y, width, body.h};
  return {body.x, body.y, body.w - width - kGapBeside, body.h};
}

void placeRows(StatisticsLayout& layout, const ViewState& state) {
  const EventTable& table = *state.sight.table;
  const auto& event = state.sight.selection.event;
  if (layout.rows.w < kLeastTable) return;
  layout.room = static_cast<std::size_t>(std::max(0.f, std::floor(layout.rows.h / kRow)));
  if (event) layout.marked = table.rowOf(*state.session.snapshot, *event);
  const TableChoices& choices = state.sight.choices.table;
  const std::size_t marked = layout.marked.value_or(0);
  const std::size_t resting = marked < layout.room ? 0 : marked - layout.room / 2;
  layout.first = boundedFirst(table, layout.room, choices.firstOf == event ? choices.first : resting);
  layout.shown = std::min(layout.room, table.size() - layout.first);
  if (table.size() <= layout.room || layout.room == 0) return;
  const auto share = static_cast<float>(layout.room) / static_cast<float>(table.size());
  const float height = std::min(layout.rows.h, std::max(kLeastThumb, layout.rows.h * share));
  const float gone = static_cast<float>(layout.first) / static_cast<float>(table.size() - layout.room);
  layout.thumb = {layout.rows.right() + 3, layout.rows.y + (layout.rows.h - height) * gone, kThumb, height};
}

}  // namespace

Rect StatisticsLayout::row(std::size_t index) const {
  return {rows.x, rows.y + kRow * static_cast<float>(index - first), rows.w, kRow};
}

Rect StatisticsLayout::cell(Rect row, std::size_t column) const {
  return {row.right() - columnWidth * static_cast<float>(columns.size() - column), row.y, columnWidth - 4, row.h};
}

std::span<const StatisticsColumn> statisticsColumns(bool eachEvent) {
  return eachEvent ? std::span<const StatisticsColumn>(kOfEvents) : std::span<const StatisticsColumn>(kOfNames);
}

std::size_t boundedFirst(const EventTable& table, std::size_t room, std::size_t wanted) {
  return std::min(wanted, table.size() > room ? table.size() - room : 0);
}

StatisticsLayout layOutStatistics(Rect area, const ViewState& state) {
  StatisticsLayout layout;
  const StatisticsHead head = statisticsHeadOf(area.h, state.sight.table->size());
  const Rect inner = area.inset(std::min(kMargin, area.w / 8), std::min(head.margin, area.h / 8));
  layout.header = {inner.x, inner.y, inner.w, std::min(head.header, inner.h)};
  const bool eachEvent = state.sight.table->eachEvent();
  const auto all = statisticsColumns(eachEvent);
  layout.columnWidth = eachEvent ? 1.7f * kNumber : kNumber;
  const Rect body = placeSpread(
      layout, {inner.x, layout.header.bottom(), inner.w, std::max(0.f, inner.bottom() - layout.header.bottom())},
      kLeastName + layout.columnWidth * static_cast<float>(all.size()));
  layout.heads = {body.x, body.y, body.w, std::min(head.heads, body.h)};
  layout.rows = {body.x, layout.heads.bottom(), body.w, body.h - layout.heads.h};
  const auto room = static_cast<std::size_t>(std::max(0.f, (body.w - kLeastName) / layout.columnWidth));
  layout.columns = all.first(std::min(all.size(), room));
  placeRows(layout, state);
  return layout;
}

}  // namespace strata::inline views
