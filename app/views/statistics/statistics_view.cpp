#include <algorithm>
#include <array>
#include <cmath>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/event_text.h"
#include "app/facts/range_said.h"
#include "app/facts/seen_statistics.h"
#include "app/facts/short_name.h"
#include "app/facts/table_cells.h"
#include "app/views/statistics/statistics_layout.h"
#include "app/views/statistics/statistics_spread_paint.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kOrder = 20;  // the room of "▾" beside a word

bool hasTable(const ViewState& state) {
  return state.sight.table && state.session.snapshot && state.sight.table->sizeOfAll() > 0;
}

/// "▾" behind the word of the column that the table is sorted by, drawn: not every font has it.
void drawOrder(Canvas& canvas, Rect word, bool ascending) {
  const float x = word.x - 9, y = word.y + word.h / 2, up = ascending ? -2.f : 2.f;
  canvas.polyline(std::array{Point{x - 3, y - up / 2}, Point{x, y + up}, Point{x + 3, y - up / 2}},
                  canvas.theme().accentText, 1.5f);
}

Msg nameHead(const EventTable& table) {
  return table.eachEvent() ? Msg::StatisticsEvent : Msg::StatisticsName;
}

std::string rowName(const EventTable& table, const TraceSnapshot& session, std::size_t row) {
  return table.eachEvent() ? shortName(session.name(session.event(table.event(row)).name))
                           : std::string(table.label(row));
}

/// In place of the header, behind the head of the names.
void drawHeadsProvenance(Canvas& canvas, const StatisticsLayout& layout, float from) {
  const std::string_view word = provenanceKey(Provenance::Measured);
  const float x = layout.heads.x + layout.nameWidth() - tagWidth(canvas, word) - kOrder / 2;
  if (x >= from) drawTag(canvas, {x, layout.heads.y, tagWidth(canvas, word), layout.heads.h}, word);
}

void drawHeads(Canvas& canvas, const StatisticsLayout& layout, const EventTable& table) {
  const TableChoices& choices = table.choices();
  const auto style = [&](TableColumn column) {
    return TextStyle{11, Face::Regular, column == choices.column ? canvas.theme().accentText : canvas.theme().textDim};
  };
  const Rect name = drawLine(canvas, {layout.heads.x, layout.heads.y, layout.nameWidth(), layout.heads.h},
                             text(nameHead(table)), style(TableColumn::Name));
  if (choices.column == TableColumn::Name && name.w > 0 && layout.nameWidth() > name.w + kOrder)
    drawOrder(canvas, {name.right() + 18, name.y, name.w, name.h}, choices.ascending);
  if (layout.header.h == 0) drawHeadsProvenance(canvas, layout, name.right() + kOrder);
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const StatisticsColumn& column = layout.columns[i];
    const Rect word =
        drawLine(canvas, layout.cell(layout.heads, i), text(column.name), style(column.column), Align::Right);
    if (column.column == choices.column && word.w > 0) drawOrder(canvas, word, choices.ascending);
  }
}

/// What the bar behind a name is a part of.
Duration longestBar(const EventTable& table) {
  const auto& names = table.statistics().names;
  if (!table.eachEvent()) return names.front().total;
  return std::ranges::max(names, {}, &NameStatistics::most).most;
}

void drawRow(Canvas& canvas, const StatisticsLayout& layout, const ViewState& state, std::size_t index,
             Duration longest) {
  const EventTable& table = *state.sight.table;
  const TraceEvent& event = state.session.snapshot->event(table.event(index));
  const Rect row = layout.row(index);
  const bool marked = layout.marked == index;
  const Color color = eventColor(event);
  if (marked) drawChosenRow(canvas, row);
  const float nameWidth = layout.nameWidth();
  const Duration length = table.eachEvent() ? event.duration() : table.name(index).total;
  const auto share = static_cast<float>(length.seconds() / std::max(1e-9, longest.seconds()));
  canvas.fill({row.x + 8, row.y + 2, std::max(1.f, (nameWidth - 12) * share), row.h - 4},
              mix(marked ? canvas.theme().button : canvas.theme().background, color, 0.28f), 3);
  canvas.fill({row.x, row.y + 2, 4, row.h - 4}, color, 1);
  drawName(canvas, {row.x + 12, row.y, std::max(0.f, nameWidth - 18), row.h},
           rowName(table, *state.session.snapshot, index), {12, Face::Regular, canvas.theme().text});
  for (std::size_t i = 0; i < layout.columns.size(); ++i)
    drawLine(canvas, layout.cell(row, i), tableCell(state, index, layout.columns[i].column),
             {12, Face::Mono, canvas.theme().text}, Align::Right);
}

/// What was measured off, or what of the session is in sight: the timeline shows a margin beside it.
Duration timeCounted(const EventTable& table, const ViewState& state) {
  TimeRange range = table.statistics().range;
  const auto bounds = state.session.snapshot->bounds();
  if (bounds && rangeSaid(state, range) != RangeSaid::Measured)
    range = {std::max(range.begin, bounds->begin), std::min(range.end, std::max(bounds->end, state.sight.now))};
  return std::max(Duration{}, range.length());
}

/// "12 of 480 names", or the events where nothing is left out.
std::string countWords(const EventTable& table, const ViewState& state) {
  if (table.choices().filter == EventFilter{})
    return fillText(Msg::StatisticsCounts, {formatDuration(timeCounted(table, state)),
                                            counted(table.statistics().events, Msg::OneEvent, Msg::Events)});
  if (table.choices().rowsOfShapes()) return fillText(Msg::StatisticsShapes, {formatCount(table.size())});
  return fillText(table.eachEvent() ? Msg::StatisticsEventsOf : Msg::StatisticsNamesOf,
                  {formatCount(table.size()), formatCount(table.sizeOfAll())});
}

std::string cutWords(const EventTable& table) {
  if (table.statistics().cut == 0) return {};
  return fillText(table.eachEvent() ? Msg::StatisticsCutEvents : Msg::StatisticsCut,
                  {formatCount(table.statistics().cut)});
}

/// How another range is chosen.
std::string measureHint(const ViewState& state) {
  return state.sight.measured || state.sight.still ? std::string() : std::string(text(Msg::StatisticsMeasureHint));
}

/// Why there is no table.
std::string noTableWords(const ViewState& state) {
  const std::uint64_t events = state.session.snapshot ? state.session.snapshot->totals().slices : 0;
  if (events == 0) return std::string(text(Msg::StatisticsEmpty));
  if (!state.sight.table) return fillText(Msg::StatisticsAdding, {formatCount(events)});
  const RangeSaid said = rangeSaid(state, state.sight.table->statistics().range);
  if (said == RangeSaid::Before) return fillText(Msg::StatisticsAdding, {formatCount(events)});
  const bool measured = said == RangeSaid::Measured;
  const WorkApart& counting = state.sight.table->statistics().counting;
  if (counting.count > 0)
    return launchesLeftOut(counting, measured ? Msg::StatisticsNoOtherMeasured : Msg::StatisticsNoOther);
  return std::string(text(measured ? Msg::StatisticsNoneMeasured : Msg::StatisticsNone));
}

void drawStatisticsHeader(Canvas& canvas, Rect header, const ViewState& state) {
  const EventTable& table = *state.sight.table;
  drawHeader(canvas, header,
             {{std::string(text(Msg::StatisticsTitle)), look::title(canvas)},
              {std::string(text(saidOfRange(
                   state, table.statistics().range,
                   {Msg::StackOfSession, Msg::StatisticsOfMeasured, Msg::StatisticsOfSight, Msg::RangeBefore}))),
               look::soft(canvas), 2},
              {measureHint(state), look::soft(canvas), 3, false, false, true},
              {countWords(table, state), look::mono(canvas), 0},
              {cutWords(table), look::soft(canvas), 1},
              {launchesThatCount(table.statistics().counting), look::soft(canvas), 0},
              {std::string(provenanceKey(Provenance::Measured)), look::dim(canvas), 1, true, true}});
}

void drawStatistics(Canvas& canvas, Rect area, const ViewState& state) {
  if (!hasTable(state)) {
    drawTeachingNote(canvas, area.inset(area.w / 20, 0), {}, {noTableWords(state)});
    return;
  }
  const EventTable& table = *state.sight.table;
  const EventStatistics& statistics = table.statistics();
  const StatisticsLayout layout = layOutStatistics(area, state);
  if (layout.header.h > 0) drawStatisticsHeader(canvas, layout.header, state);
  const Rect body{layout.heads.x, layout.heads.y, layout.heads.w, layout.heads.h + layout.rows.h};
  if (!table.problem().empty()) return drawTeachingNote(canvas, body, {}, {table.problem()});
  if (table.size() == 0) return drawTeachingNote(canvas, body, {}, {text(Msg::StatisticsNonePass)});
  drawHeads(canvas, layout, table);
  const Duration longest = longestBar(table);
  for (std::size_t i = 0; i < layout.shown; ++i) drawRow(canvas, layout, state, layout.first + i, longest);
  if (layout.thumb.h > 0 && state.sight.takesClicks()) canvas.fill(layout.thumb, canvas.theme().buttonBorder, 2);
  if (layout.spread.w > 0 && statistics.spread) drawStatisticsSpread(canvas, layout.spread, state);
}

std::string nameTooltip(const EventTable& table, std::size_t row, std::string_view name) {
  const NameStatistics& of = table.name(row);
  std::string tip = fillText(Msg::StatisticsLongest, {name, formatDuration(of.most)}) + "\n" +
                    fillText(Msg::StatisticsBusySum, {formatDuration(of.total), formatDuration(of.whole)});
  const auto share = table.statistics().shareOf(of);
  if (!share) return tip;
  return tip + "\n" +
         fillText(isWork(of.kind) ? Msg::StatisticsOfStreams : Msg::StatisticsOfThreads,
                  {formatDuration(of.self), formatShare(*share), formatDuration(table.statistics().busyAround(of))});
}

/// The row is selected, and the rows stay where they are.
Hit hitRow(const ViewState& state, std::size_t row, std::size_t first) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const EventTable& table = *state.sight.table;
  const EventRef ref = table.event(row);
  const TraceEvent& event = snapshot.event(ref);
  Hit hit{{ref, event.call}, {}, {}, state.sight.choices.table};
  hit.tooltip = table.eachEvent() ? eventTooltip(state, event) : nameTooltip(table, row, snapshot.name(event.name));
  hit.table->first = first;
  hit.table->firstOf = ref;
  return hit;
}

/// A column that was chosen already is turned about.
TableChoices sortedBy(TableChoices choices, TableColumn column) {
  choices.ascending = choices.column == column ? !choices.ascending : column == TableColumn::Name;
  choices.column = column;
  return choices;
}

std::optional<Hit> hitHeads(const StatisticsLayout& layout, const ViewState& state, Point at) {
  const TableChoices& choices = state.sight.choices.table;
  for (std::size_t i = 0; i < layout.columns.size(); ++i)
    if (layout.cell(layout.heads, i).contains(at))
      return Hit{state.sight.selection,
                 std::string(text(layout.columns[i].tip)),
                 {},
                 sortedBy(choices, layout.columns[i].column)};
  return Hit{
      state.sight.selection, std::string(text(Msg::StatisticsNameTip)), {}, sortedBy(choices, TableColumn::Name)};
}

std::optional<Hit> hitStatistics(const Canvas&, Rect area, const ViewState& state, Point at) {
  if (!hasTable(state) || state.sight.table->size() == 0) return std::nullopt;
  const StatisticsLayout layout = layOutStatistics(area, state);
  if (layout.heads.contains(at)) return hitHeads(layout, state, at);
  for (std::size_t row = layout.first; row < layout.first + layout.shown; ++row)
    if (layout.row(row).contains(at)) return hitRow(state, row, layout.first);
  return std::nullopt;
}

/// The names that took longest.
std::string statisticsFigures(const ViewState& state) {
  constexpr std::size_t kFewNames = 5;
  if (!hasTable(state)) return {};
  const EventTable& table = *state.sight.table;
  if (table.eachEvent()) return {};
  std::string words;
  for (std::size_t row = 0; row < std::min(table.size(), kFewNames); ++row)
    words += (words.empty() ? "" : ", ") + std::string(table.label(row)) + " " + formatDuration(table.name(row).total);
  return words.empty() ? words : fillText(Msg::StatisticsFigures, {provenanceKey(Provenance::Measured), words});
}

ViewChoices scrollStatistics(const Canvas&, Rect area, const ViewState& state, float lines) {
  ViewChoices choices = state.sight.choices;
  if (!hasTable(state)) return choices;
  const StatisticsLayout layout = layOutStatistics(area, state);
  const auto wanted = static_cast<std::int64_t>(layout.first) + std::lround(lines);
  choices.table.first =
      boundedFirst(*state.sight.table, layout.room, static_cast<std::size_t>(std::max<std::int64_t>(0, wanted)));
  choices.table.firstOf = state.sight.selection.event;
  return choices;
}

/// The column beside the one it is sorted by, the name's before all others.
TableColumn columnBeside(const EventTable& table, int by) {
  const auto columns = statisticsColumns(table.eachEvent());
  const auto found = std::ranges::find(columns, table.choices().column, &StatisticsColumn::column);
  const auto place = found == columns.end() ? std::ptrdiff_t{-1} : found - columns.begin();
  const auto wanted = std::clamp<std::ptrdiff_t>(place + by, -1, static_cast<std::ptrdiff_t>(columns.size()) - 1);
  return wanted < 0 ? TableColumn::Name : columns[static_cast<std::size_t>(wanted)].column;
}

Hit sortByKeys(const ViewState& state, ViewKey key) {
  const TableColumn now = state.sight.choices.table.column;
  const TableColumn column =
      key == ViewKey::Space ? now : columnBeside(*state.sight.table, key == ViewKey::Left ? -1 : 1);
  const bool stays = column == now && key != ViewKey::Space;
  return {
      state.sight.selection, {}, {}, stays ? state.sight.choices.table : sortedBy(state.sight.choices.table, column)};
}

/// How many rows further a key goes.
std::int64_t rowsOf(ViewKey key, std::int64_t page, std::int64_t all) {
  switch (key) {
    case ViewKey::Up: return -1;
    case ViewKey::Down: return 1;
    case ViewKey::PageUp: return -page;
    case ViewKey::PageDown: return page;
    case ViewKey::Home: return -all;
    case ViewKey::End: return all;
    default: return 0;
  }
}

std::optional<Hit> pressStatistics(const Canvas&, Rect area, const ViewState& state, ViewKey key) {
  if (!hasTable(state) || state.sight.table->size() == 0 || key == ViewKey::Enter) return std::nullopt;
  if (key == ViewKey::Left || key == ViewKey::Right || key == ViewKey::Space) return sortByKeys(state, key);
  const StatisticsLayout layout = layOutStatistics(area, state);
  const auto size = static_cast<std::int64_t>(state.sight.table->size());
  const auto room = std::max<std::int64_t>(1, static_cast<std::int64_t>(layout.room));
  const std::int64_t from = layout.marked ? static_cast<std::int64_t>(*layout.marked) : -1;
  const std::int64_t row = std::clamp<std::int64_t>(from + rowsOf(key, room, size), 0, size - 1);
  const std::int64_t first = std::clamp<std::int64_t>(static_cast<std::int64_t>(layout.first), row - room + 1, row);
  return hitRow(state, static_cast<std::size_t>(row), static_cast<std::size_t>(std::max<std::int64_t>(0, first)));
}

/// The marked row with the heads of its cells, and how rows are sorted.
std::string readMarkedRow(const ViewState& state) {
  if (!hasTable(state) || state.sight.table->size() == 0) return {};
  const EventTable& table = *state.sight.table;
  const auto columns = statisticsColumns(table.eachEvent());
  const auto& selected = state.sight.selection.event;
  std::string words;
  if (const auto row = selected ? table.rowOf(*state.session.snapshot, *selected) : std::nullopt) {
    words = rowName(table, *state.session.snapshot, *row);
    for (const StatisticsColumn& column : columns)
      words.append(", ").append(text(column.name)).append(" ").append(tableCell(state, *row, column.column));
    words += "; ";
  }
  const TableChoices& choices = table.choices();
  const auto by = std::ranges::find(columns, choices.column, &StatisticsColumn::column);
  const Msg head = by != columns.end() ? by->name : nameHead(table);
  return words + fillText(choices.ascending ? Msg::RowsAscend : Msg::RowsDescend, {text(head)});
}

}  // namespace

const View& statisticsView() {
  static const View kView{.name = "statistics",
                          .title = Msg::StudioStatistics,
                          .shows = "a table of events by name, or of each: count, times, share, spread",
                          .absent = "it holds no finished event in that time",
                          .order = 110,
                          .dock = ViewDock::Bottom,
                          .needsStatistics = true,
                          .isTable = true,
                          .draw = drawStatistics,
                          .hit = hitStatistics,
                          .hasContent = hasTable,
                          .figures = statisticsFigures,
                          .reads = readMarkedRow,
                          .complete = addUpNames,
                          .scrolled = scrollStatistics,
                          .scrollsRows = true,
                          .pressed = pressStatistics};
  return kView;
}

}  // namespace strata::inline views
