#include "app/views/compare/compare_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kNumber = 84, kCount = 56, kRatio = 90, kWords = 104, kMoreWords = 48, kLeastTable = 40,
                kLeastName = 160, kThumbRoom = 8;
constexpr double kMostDoublings = 3;  // a bar this long is eight times
constexpr double kExactBelow = 10;    // ratios below have a digit more

bool isSame(double ratio) {
  return ratio > 0.995 && ratio < 1.005;
}

/// "B 2.41× longer", "B 31× shorter", "only A"; where counts differ, of one call: "B 2.41× longer a call".
std::string ratioText(const ComparedName& of) {
  if (!of.onBoth()) return fillText(Msg::CompareOnly, {of.count[0] > 0 ? "A" : "B"});
  const auto ratio = of.ratio();
  if (!ratio) return "–";
  const double times = std::max(*ratio, 1 / *ratio);
  const std::string words = isSame(*ratio) ? std::string(text(Msg::CompareSame))
                                           : fillText(*ratio > 1 ? Msg::CompareLonger : Msg::CompareShorter,
                                                      {formatNumber(times, times < kExactBelow ? 3 : 2)});
  return of.sameCount() ? words : fillText(Msg::ACall, {words});
}

/// It may be chance, as the repeats are spread, or a side has only one.
bool ratioIsUnsure(const ComparedName& of) {
  const auto ratio = of.ratio();
  return ratio && !isSame(*ratio) && (of.count[0] == 1 || of.count[1] == 1 || of.withinSpread());
}

void drawRatioBar(Canvas& canvas, Rect box, const ComparedName& of, Color color) {
  const auto ratio = of.ratio();
  if (!ratio) return;
  const double doublings = std::clamp(std::log2(*ratio), -kMostDoublings, kMostDoublings);
  const float middle = box.x + box.w / 2, length = box.w / 2 * static_cast<float>(doublings / kMostDoublings);
  canvas.fill({middle, box.y + 2, 1, box.h - 4}, canvas.theme().tagBorder);
  canvas.fill({std::min(middle, middle + length), box.y + 5, std::max(1.f, std::abs(length)), box.h - 10}, color, 2);
}

struct CompareColumns {
  float name = 0, count = 0, number = 0, ratio = 0, words = 0;
};

/// Where it is narrow the bar goes first, then counts, then the difference in words, then all but names. Where it is
/// wide the words have room for "a call".
CompareColumns columnsOf(float width) {
  CompareColumns columns{0, kCount, kNumber, kRatio, kWords};
  const auto rest = [&] { return width - 2 * columns.count - 2 * columns.number - columns.ratio - columns.words; };
  if (rest() < kLeastName) columns.ratio = 0;
  if (rest() < kLeastName) columns.count = 0;
  if (rest() < kLeastName) columns.words = 0;
  if (columns.words > 0) columns.words += std::clamp(rest() - kLeastName, 0.f, kMoreWords);
  columns.name = rest();
  return columns.name < 80 ? CompareColumns{width} : columns;
}

struct CompareCell {
  CompareColumn column;
  Msg head;
  Rect box;
};

/// Of a row or the heads, left to right.
std::array<CompareCell, 6> cellsOf(Rect row) {
  const CompareColumns columns = columnsOf(row.w);
  float x = row.x + columns.name;
  const auto next = [&](float width) {
    const Rect box{x, row.y, std::max(0.f, width - 6), row.h};
    x += width;
    return box;
  };
  const Rect name{row.x + 10, row.y, std::max(0.f, columns.name - 14), row.h};
  const Rect countA = next(columns.count), countB = next(columns.count), a = next(columns.number),
             b = next(columns.number);
  const Rect words{row.right() - columns.words, row.y, columns.words, row.h};
  return {{{CompareColumn::Name, Msg::CompareName, name},
           {CompareColumn::CountA, Msg::CompareCountA, countA},
           {CompareColumn::CountB, Msg::CompareCountB, countB},
           {CompareColumn::TotalA, Msg::CompareTotalA, a},
           {CompareColumn::TotalB, Msg::CompareTotalB, b},
           {CompareColumn::Difference, Msg::CompareDifference, words}}};
}

std::string cellText(const ComparedName& of, CompareColumn column) {
  const auto count = [&](std::size_t side) { return of.count[side] > 0 ? formatCount(of.count[side]) : "–"; };
  const auto total = [&](std::size_t side) { return of.count[side] > 0 ? formatDuration(of.total[side]) : "–"; };
  switch (column) {
    case CompareColumn::Name: return of.label();
    case CompareColumn::CountA: return count(0);
    case CompareColumn::CountB: return count(1);
    case CompareColumn::TotalA: return total(0);
    case CompareColumn::TotalB: return total(1);
    case CompareColumn::Difference: return ratioText(of);
  }
  return {};
}

void drawHeads(Canvas& canvas, const CompareTable& table, const CompareChoices& choices) {
  for (const CompareCell& cell : cellsOf(table.head)) {
    const bool chosen = cell.column == choices.column;
    const TextStyle style{11, Face::Regular, chosen ? canvas.theme().accentText : canvas.theme().textDim};
    drawLine(canvas, cell.box, text(cell.head), style, cell.column == CompareColumn::Name ? Align::Left : Align::Right);
  }
}

CompareChoices compareSortedBy(CompareChoices choices, CompareColumn column) {
  choices.ascending = choices.column == column ? !choices.ascending : column == CompareColumn::Name;
  choices.column = column;
  choices.first = 0;
  choices.row.reset();
  return choices;
}

/// "12 µs a call".
std::string meanText(const ComparedName& of, std::size_t side) {
  return fillText(Msg::ACall, {formatDuration({std::llround(of.mean(side))})});
}

/// "53.9 µs ± 90 ns": of one repeat, with its standard error.
std::string meanErrorText(const Repeats& of) {
  return fillText(Msg::CompareMeanError,
                  {formatDuration({std::llround(of.mean)}), formatDuration({std::llround(of.errorOfMean())})});
}

/// How sure a difference of means is, of `what`.
std::string errorsText(const ComparedName& of, std::string_view what) {
  const bool within = of.withinSpread();
  if (of.repeats[0].size() > 1)
    return fillText(within ? Msg::CompareWithinErrorsEach : Msg::CompareBeyondErrorsEach, {what});
  return fillText(within ? Msg::CompareWithinErrors : Msg::CompareBeyondErrors,
                  {what, meanErrorText(of.repeatsOf(0)), meanErrorText(of.repeatsOf(1))});
}

/// What the repeats of runs, or the events of sessions, say of the ratio; empty: no more than it says.
std::string spreadText(const ComparedName& of, std::string_view what) {
  const auto ratio = of.ratio();
  if (!ratio || isSame(*ratio)) return {};
  if (of.weighsMeans()) return errorsText(of, what);
  if (of.withinSpread()) {
    const Repeats a = of.repeatsOf(0), b = of.repeatsOf(1);
    return fillText(Msg::CompareWithinSpread, {formatDuration(a.fastest), formatDuration(a.slowest),
                                               formatDuration(b.fastest), formatDuration(b.slowest), what});
  }
  if (of.count[0] == 1 && of.count[1] == 1) return std::string(text(Msg::CompareOneEach));
  if (of.count[0] > 1 && of.count[1] > 1) return {};
  return fillText(Msg::CompareOneEvent, {of.count[0] == 1 ? "A" : "B"});
}

/// What is weighed: of two runs their repeats.
std::string_view repeatsWord(const Comparison& comparison) {
  const auto isRun = [](const ComparedSession& side) { return !side.measured.empty(); };
  return text(std::ranges::all_of(comparison.sides, isRun) ? Msg::CompareRepeatsWord : Msg::CompareEventsWord);
}

/// "+1.20 ms", "−340 ns".
std::string signedDuration(Duration time) {
  return (time.ns > 0 ? "+" : time.ns < 0 ? "−" : "") + formatDuration({std::abs(time.ns)});
}

/// The row's longest is selected where the first side, which the window shows, has it.
Hit rowHit(const CompareTable& table, const ViewState& state, std::size_t row) {
  const Comparison& comparison = *state.sight.comparison;
  const ComparedName& of = comparison.of(state.sight.choices.compare.of)[table.rows[row]];
  Hit hit{state.sight.selection};
  hit.tooltip = fillText(Msg::CompareTip, {of.label(), formatCount(of.count[0]), formatDuration(of.total[0]),
                                           formatCount(of.count[1]), formatDuration(of.total[1])});
  if (of.onBoth() && !of.sameCount()) hit.tooltip += "\nA: " + meanText(of, 0) + " · B: " + meanText(of, 1);
  if (of.onBoth())
    hit.tooltip +=
        "\n" + fillText(of.sameCount() ? Msg::CompareApart : Msg::CompareApartMeans, {signedDuration(of.difference())});
  if (const std::string spread = spreadText(of, repeatsWord(comparison)); !spread.empty()) hit.tooltip += "\n" + spread;
  if (of.longest[0]) hit.selection = {of.longest[0], comparison.sides[0].snapshot->event(*of.longest[0]).call};
  hit.choices = state.sight.choices;
  hit.choices->compare.row = row;
  hit.choices->compare.first = table.list.firstFor(row);
  return hit;
}

Hit compareChosen(const ViewState& state, const CompareChoices& compare, std::string_view tip) {
  Hit hit{state.sight.selection, std::string(tip)};
  hit.choices = state.sight.choices;
  hit.choices->compare = compare;
  return hit;
}

Msg noneOf(CompareOf what) {
  switch (what) {
    case CompareOf::Events: return Msg::CompareNoEvents;
    case CompareOf::Ops: return Msg::CompareNoOps;
    case CompareOf::OpWork: return Msg::CompareNoOpWork;
    case CompareOf::Modules: return Msg::CompareNoModules;
    case CompareOf::ModuleWork: return Msg::CompareNoModuleWork;
    case CompareOf::Kernels: return Msg::CompareNoWork;
  }
  return Msg::CompareNonePass;
}

}  // namespace

CompareTable layOutCompareTable(Rect area, const ViewState& state) {
  CompareTable table;
  if (area.w < kLeastTable || area.h < RowList::kRow) return table;
  table.rows = comparedRows(*state.sight.comparison, state.sight.choices.compare);
  area.w -= kThumbRoom;
  table.head = {area.x, area.y, area.w, RowList::kRow};
  table.list = layOutRows({area.x, table.head.bottom(), area.w, area.h - RowList::kRow}, table.rows.size(),
                          state.sight.choices.compare.first);
  return table;
}

bool showsUnsure(const CompareTable& table, const ViewState& state) {
  const auto& names = state.sight.comparison->of(state.sight.choices.compare.of);
  const auto inSight = std::span(table.rows).subspan(std::min(table.list.first, table.rows.size()), table.list.shown());
  return std::ranges::any_of(inSight, [&](std::uint32_t row) { return ratioIsUnsure(names[row]); });
}

void drawCompareTable(Canvas& canvas, const CompareTable& table, const ViewState& state) {
  if (table.head.h == 0) return;
  const CompareChoices& choices = state.sight.choices.compare;
  drawHeads(canvas, table, choices);
  if (table.rows.empty()) {
    const bool none = state.sight.comparison->of(choices.of).empty();
    return drawTeachingNote(canvas, table.list.area, {}, {text(none ? noneOf(choices.of) : Msg::CompareNonePass)});
  }
  const CompareColumns columns = columnsOf(table.head.w);
  for (std::size_t i = table.list.first; i < table.list.first + table.list.shown(); ++i) {
    const ComparedName& of = state.sight.comparison->of(choices.of)[table.rows[i]];
    const Rect row = table.list.row(i);
    if (choices.row == i) canvas.fill(row, canvas.theme().button, 3);
    const Color color = storeyInfo(of.storey).color;
    canvas.fill({row.x, row.y + 3, 4, row.h - 6}, color, 1);
    for (const CompareCell& cell : cellsOf(row)) {
      const TextStyle words{12, Face::Regular, canvas.theme().text}, numbers{12, Face::Mono, canvas.theme().text};
      const TextStyle ratio{12, Face::Regular, ratioIsUnsure(of) ? canvas.theme().textDim : canvas.theme().text};
      if (cell.column == CompareColumn::Name)
        drawName(canvas, cell.box, cellText(of, cell.column), words);
      else
        drawLine(canvas, cell.box, cellText(of, cell.column),
                 cell.column == CompareColumn::Difference ? ratio : numbers, Align::Right);
    }
    const float x = row.x + columns.name + 2 * (columns.count + columns.number);
    if (columns.ratio > 0) drawRatioBar(canvas, {x + 6, row.y, columns.ratio - 12, row.h}, of, color);
  }
  drawThumb(canvas, table.list);
}

std::optional<Hit> hitCompareTable(const CompareTable& table, const ViewState& state, Point at) {
  if (table.head.contains(at))
    for (const CompareCell& cell : cellsOf(table.head))
      if (cell.box.contains(at))
        return compareChosen(state, compareSortedBy(state.sight.choices.compare, cell.column),
                             text(Msg::CompareSortTip));
  const auto row = table.list.rowAt(at);
  return row ? std::optional(rowHit(table, state, *row)) : std::nullopt;
}

std::optional<Hit> pressCompareTable(const CompareTable& table, const ViewState& state, ViewKey key) {
  const CompareChoices& choices = state.sight.choices.compare;
  if (key == ViewKey::Space) return compareChosen(state, compareSortedBy(choices, choices.column), {});
  if (key == ViewKey::Left || key == ViewKey::Right) {
    const int last = static_cast<int>(CompareColumn::Difference);
    const int wanted = static_cast<int>(choices.column) + (key == ViewKey::Left ? -1 : 1);
    if (wanted < 0 || wanted > last) return std::nullopt;
    return compareChosen(state, compareSortedBy(choices, static_cast<CompareColumn>(wanted)), {});
  }
  const auto row = table.list.keyed(key, choices.row);
  return row ? std::optional(rowHit(table, state, *row)) : std::nullopt;
}

}  // namespace strata::inline views
