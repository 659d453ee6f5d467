#include "app/views/compare/compare_table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "app/canvas/font_metrics.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/compared_sides.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kNumber = 78, kSigned = 84, kCount = 56, kLeastBar = 34, kMoreBar = 56, kWords = 104, kLeastTable = 40,
                kLeastName = 160, kShortName = 80, kGoodName = 240, kNameMargin = 26, kNameSize = 12, kRatioMargin = 8,
                kThumbRoom = 8;
constexpr double kMostDoublings = 3;  // a bar this long is eight times
constexpr double kExactBelow = 10;    // ratios below have a digit more

bool isSame(double ratio) {
  return ratio > 0.995 && ratio < 1.005;
}

std::string ratioOf(std::string words, bool ofACall, bool ofMeans) {
  if (ofACall) words = fillText(Msg::ACall, {words});
  return ofMeans ? fillText(Msg::CompareOfMeans, {words}) : words;
}

/// "B 2.41× longer", "B 31× shorter", "only A"; where counts differ, of one call: "B 2.41× longer a call"; where it
/// is not that of the medians: "B 2.41× longer, means".
std::string ratioText(const ComparedName& of) {
  if (!of.onBoth()) return fillText(Msg::CompareOnly, {sideLetter(of.count[0] > 0 ? 0 : 1)});
  const auto ratio = of.ratio();
  if (!ratio) return "–";
  const double times = std::max(*ratio, 1 / *ratio);
  std::string words = isSame(*ratio) ? std::string(text(Msg::CompareSame))
                                     : fillText(*ratio > 1 ? Msg::CompareLonger : Msg::CompareShorter,
                                                {formatNumber(times, times < kExactBelow ? 3 : 2)});
  return ratioOf(std::move(words), !of.sameCount(), of.ratioIsOfMeans());
}

/// It may be chance, as the repeats are spread, or that is not known: a side has only one, or launched other work. Of
/// few, their times overlap.
bool isUnsure(const ComparedName& of) {
  return of.ratio() && !of.isApart().value_or(false);
}

bool ratioIsUnsure(const ComparedName& of) {
  return isUnsure(of) && !isSame(*of.ratio());
}

/// B − A, where it is not that of the counts; medians that agree make it no surer.
bool apartIsUnsure(const ComparedName& of) {
  return (of.ofRuns || of.sameCount()) && of.difference().ns != 0 && isUnsure(of);
}

bool isUnsure(const ComparedName& of, CompareColumn column) {
  return column == CompareColumn::Ratio ? ratioIsUnsure(of) : column == CompareColumn::Apart && apartIsUnsure(of);
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
  float name = 0, count = 0, total = 0, apart = 0, median = 0, self = 0, bar = 0, words = 0;
};

/// As many as have room, the most important first: names, B − A, the totals, their ratio in words, names of usual
/// length, the counts, the ratio's bar, names of any length; where it is wide the bar grows, then medians are said, and
/// self times of what may have called something.
CompareColumns columnsOf(const CompareTable& table, float width, bool selves) {
  CompareColumns columns;
  float rest = width - kLeastName, name = kLeastName;
  const auto take = [&](float& column, float wide, float times = 1) {
    const bool fits = rest >= wide * times;
    if (fits) column = wide;
    rest = fits ? rest - wide * times : 0;
  };
  const auto grow = [&](float& column, float most) {
    const float more = std::clamp(rest, 0.f, std::max(0.f, most));
    column += more;
    rest -= more;
  };
  if (width >= kShortName + kSigned) columns.apart = kSigned;
  rest -= kSigned;
  take(columns.total, kNumber, 2);
  take(columns.words, kWords);
  grow(columns.words, table.longestRatio - columns.words);
  grow(name, std::min(table.longestName, kGoodName) - name);
  take(columns.count, kCount, 2);
  take(columns.bar, kLeastBar);
  grow(name, table.longestName - name);
  grow(columns.bar, kMoreBar);
  take(columns.median, kNumber, 2);
  if (selves) take(columns.self, kSigned);
  columns.name = width - 2 * (columns.count + columns.total + columns.median) - columns.apart - columns.self -
                 columns.bar - columns.words;
  return columns;
}

bool hasSelves(CompareOf what) {
  return what == CompareOf::Events;
}

struct CompareCell {
  CompareColumn column;
  Msg head;
  Rect box;
};

/// Of a row or the heads, left to right; those that have room.
std::vector<CompareCell> cellsOf(const CompareTable& table, Rect row, CompareOf what) {
  const CompareColumns columns = columnsOf(table, row.w, hasSelves(what));
  std::vector<CompareCell> cells;
  cells.reserve(10);
  cells.push_back(
      {CompareColumn::Name, Msg::CompareName, {row.x + 10, row.y, std::max(0.f, columns.name - 14), row.h}});
  float x = row.x + columns.name;
  const auto next = [&](CompareColumn column, Msg head, float width) {
    if (width > 0) cells.push_back({column, head, {x, row.y, width - 6, row.h}});
    x += width;
  };
  next(CompareColumn::CountA, Msg::CompareCountA, columns.count);
  next(CompareColumn::CountB, Msg::CompareCountB, columns.count);
  next(CompareColumn::MedianA, Msg::CompareMedianA, columns.median);
  next(CompareColumn::MedianB, Msg::CompareMedianB, columns.median);
  next(CompareColumn::TotalA, Msg::CompareTotalA, columns.total);
  next(CompareColumn::TotalB, Msg::CompareTotalB, columns.total);
  next(CompareColumn::Apart, Msg::CompareApartHead, columns.apart);
  next(CompareColumn::SelfApart, Msg::CompareSelfApartHead, columns.self);
  if (columns.words > 0)
    cells.push_back(
        {CompareColumn::Ratio, Msg::CompareRatio, {row.right() - columns.words, row.y, columns.words, row.h}});
  return cells;
}

std::string cellText(const ComparedName& of, CompareColumn column) {
  const auto count = [&](std::size_t side) { return of.count[side] > 0 ? formatCount(of.count[side]) : "–"; };
  const auto total = [&](std::size_t side) { return of.count[side] > 0 ? formatDuration(of.total[side]) : "–"; };
  const auto median = [&](std::size_t side) { return of.median[side] ? formatDuration(*of.median[side]) : "–"; };
  switch (column) {
    case CompareColumn::Name: return of.label();
    case CompareColumn::CountA: return count(0);
    case CompareColumn::CountB: return count(1);
    case CompareColumn::TotalA: return total(0);
    case CompareColumn::TotalB: return total(1);
    case CompareColumn::Ratio: return ratioText(of);
    case CompareColumn::Apart: return formatDifference(of.difference());
    case CompareColumn::SelfApart: return of.differenceOfSelf() ? formatDifference(*of.differenceOfSelf()) : "–";
    case CompareColumn::MedianA: return median(0);
    case CompareColumn::MedianB: return median(1);
  }
  return {};
}

void drawHeads(Canvas& canvas, const CompareTable& table, const CompareChoices& choices) {
  for (const CompareCell& cell : cellsOf(table, table.head, choices.of)) {
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

/// Whether `what` of both sides rank apart.
std::string ranksApartText(const ComparedName& of, std::string_view what) {
  const bool within = of.withinSpread();
  if (of.repeats[0].size() > 1)
    return fillText(within ? Msg::CompareWithinRanksEach : Msg::CompareBeyondRanksEach, {what});
  return fillText(within ? Msg::CompareWithinRanks : Msg::CompareBeyondRanks, {what});
}

/// That a clock tells no single nanoseconds.
std::string stepsText(const ComparedName& of) {
  constexpr Duration kOne{1};
  if (of.step[0] == kOne && of.step[1] == kOne) return {};
  return "\n" + fillText(Msg::CompareClockSteps, {formatDuration(of.step[0]), formatDuration(of.step[1])});
}

/// What of a row is weighed, and how there are more of it.
struct Weighed {
  std::string_view what, moreBy;
};

Weighed weighedOf(const Comparison& comparison, CompareOf what) {
  if (what == CompareOf::Frames) return {text(Msg::CompareFramesWord), {}};
  return {repeatsWord(comparison), comparison.moreRepeatsHelp() ? text(Msg::CompareFewHow) : std::string_view()};
}

/// What the repeats of runs, or the events of sessions, say of the ratio; empty: no more than it says.
std::string spreadText(const ComparedName& of, const Weighed& weighed) {
  const auto [what, moreBy] = weighed;
  const auto ratio = of.ratio();
  if (of.untimed && of.onBoth()) return std::string(text(Msg::CompareOneUntimed));
  if (!ratio || (isSame(*ratio) && !apartIsUnsure(of))) return {};
  if (of.otherParameters) return std::string(text(Msg::CompareOtherParameters));
  if (of.moreThanChance()) return ranksApartText(of, what) + stepsText(of);
  if (of.withinSpread()) {
    const Repeats a = of.repeatsOf(0), b = of.repeatsOf(1);
    return fillText(Msg::CompareWithinSpread, {formatDuration(a.fastest), formatDuration(a.slowest),
                                               formatDuration(b.fastest), formatDuration(b.slowest), what}) +
           stepsText(of);
  }
  if (of.count[0] == 1 && of.count[1] == 1) return std::string(text(Msg::CompareOneEach));
  if (of.count[0] > 1 && of.count[1] > 1)
    return !of.sameLaunches() ? std::string(text(Msg::CompareOtherLaunches))
           : !of.isApart()    ? std::string(text(Msg::CompareOneOfLaunch))
                              : fillText(Msg::CompareFewApart, {what}).append(moreBy);
  return fillText(Msg::CompareOneEvent, {sideLetter(of.count[0] == 1 ? 0 : 1)});
}

/// "B − A: +1.20 ms", and what it comes of.
std::string apartText(const ComparedName& of) {
  const Duration apart = of.difference();
  if (!of.onBoth() || of.sameCount()) return fillText(Msg::CompareApart, {formatDifference(apart)});
  if (of.ofRuns) return fillText(Msg::CompareApartMeans, {formatDifference(apart)});
  const Duration counts = of.differenceOfCounts();
  return fillText(Msg::CompareApartCounts,
                  {formatDifference(apart), formatDifference(counts), formatDifference(apart - counts)});
}

/// Of more than one: what half of them did not exceed, and the time without what they called.
std::string medianAndSelfText(const ComparedName& of) {
  std::string lines;
  const auto time = [](const std::optional<Duration>& told) { return told ? formatDuration(*told) : "–"; };
  if ((of.count[0] > 1 || of.count[1] > 1) && of.median[0] && of.median[1])
    lines += "\n" + fillText(Msg::CompareMedians,
                             {time(of.median[0]), time(of.median[1]), formatDifference(*of.median[1] - *of.median[0])});
  if (const auto apart = of.differenceOfSelf();
      apart && (of.self[0].value_or(of.total[0]) != of.total[0] || of.self[1].value_or(of.total[1]) != of.total[1]))
    lines += "\n" + fillText(Msg::CompareSelves, {time(of.self[0]), time(of.self[1]), formatDifference(*apart)});
  return lines;
}

/// Of frames drawn one after the other.
std::string perSecondText(const ComparedName& of) {
  if (!of.perSecond[0] && !of.perSecond[1]) return {};
  const auto rate = [&](std::size_t side) {
    return of.perSecond[side] ? formatNumber(*of.perSecond[side], 3) : std::string("–");
  };
  return "\n" + fillText(Msg::CompareFramesPerSecond, {rate(0), rate(1)});
}

/// The row's longest is selected where the first side, which the window shows, has it.
Hit rowHit(const CompareTable& table, const ViewState& state, std::size_t row) {
  const Comparison& comparison = *state.sight.comparison;
  const ComparedName& of = comparison.of(state.sight.choices.compare.of)[table.rows[row]];
  Hit hit{state.sight.selection};
  hit.tooltip = fillText(Msg::CompareTip, {of.label(), formatCount(of.count[0]), formatDuration(of.total[0]),
                                           formatCount(of.count[1]), formatDuration(of.total[1])});
  if (of.onBoth() && !of.sameCount()) hit.tooltip += "\nA: " + meanText(of, 0) + " · B: " + meanText(of, 1);
  hit.tooltip += perSecondText(of) + medianAndSelfText(of) + "\n" + apartText(of);
  if (const std::string spread = spreadText(of, weighedOf(comparison, state.sight.choices.compare.of)); !spread.empty())
    hit.tooltip += "\n" + spread;
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

/// What the longest of all names takes, with the margins beside it: however they are sorted and scrolled, columns stay.
float longestNameOf(const Comparison& comparison, CompareOf what) {
  const std::string& widest = comparison.widest[static_cast<std::size_t>(what)];
  return FontMetrics::shared().measure(widest, {kNameSize, Face::Regular, {}}) + kNameMargin;
}

/// The same of ratios, by what is said of them.
float longestRatioOf(const Comparison& comparison, CompareOf what) {
  bool ofACall = false, ofMeans = false;
  for (const ComparedName& of : comparison.of(what)) {
    ofACall |= of.onBoth() && !of.sameCount();
    ofMeans |= of.onBoth() && of.ratioIsOfMeans();
  }
  const std::string longest =
      ratioOf(fillText(Msg::CompareShorter, {formatNumber(kExactBelow - 1.11, 3)}), ofACall, ofMeans);
  return FontMetrics::shared().measure(longest, {kNameSize, Face::Regular, {}}) + kRatioMargin;
}

Msg noneOf(CompareOf what) {
  switch (what) {
    case CompareOf::Events: return Msg::CompareNoEvents;
    case CompareOf::Ops: return Msg::CompareNoOps;
    case CompareOf::OpWork: return Msg::CompareNoOpWork;
    case CompareOf::Modules: return Msg::CompareNoModules;
    case CompareOf::ModuleWork: return Msg::CompareNoModuleWork;
    case CompareOf::Kernels: return Msg::CompareNoWork;
    case CompareOf::Frames: return Msg::CompareNoFrames;
  }
  return Msg::CompareNonePass;
}

}  // namespace

CompareTable layOutCompareTable(Rect area, const ViewState& state) {
  CompareTable table;
  if (area.w < kLeastTable || area.h < RowList::kRow) return table;
  table.rows = comparedRows(*state.sight.comparison, state.sight.choices.compare);
  table.longestName = longestNameOf(*state.sight.comparison, state.sight.choices.compare.of);
  table.longestRatio = longestRatioOf(*state.sight.comparison, state.sight.choices.compare.of);
  area.w -= kThumbRoom;
  table.head = {area.x, area.y, area.w, RowList::kRow};
  table.list = layOutRows({area.x, table.head.bottom(), area.w, area.h - RowList::kRow}, table.rows.size(),
                          state.sight.choices.compare.first);
  return table;
}

bool showsUnsure(const CompareTable& table, const ViewState& state) {
  const auto& names = state.sight.comparison->of(state.sight.choices.compare.of);
  const auto inSight = std::span(table.rows).subspan(std::min(table.list.first, table.rows.size()), table.list.shown());
  return std::ranges::any_of(inSight, [&](std::uint32_t row) {
    return isUnsure(names[row], CompareColumn::Ratio) || isUnsure(names[row], CompareColumn::Apart);
  });
}

void drawCompareTable(Canvas& canvas, const CompareTable& table, const ViewState& state) {
  if (table.head.h == 0) return;
  const CompareChoices& choices = state.sight.choices.compare;
  drawHeads(canvas, table, choices);
  if (table.rows.empty()) {
    const bool none = state.sight.comparison->of(choices.of).empty();
    return drawTeachingNote(canvas, table.list.area, {}, {text(none ? noneOf(choices.of) : Msg::CompareNonePass)});
  }
  const CompareColumns columns = columnsOf(table, table.head.w, hasSelves(choices.of));
  for (std::size_t i = table.list.first; i < table.list.first + table.list.shown(); ++i) {
    const ComparedName& of = state.sight.comparison->of(choices.of)[table.rows[i]];
    const Rect row = table.list.row(i);
    if (choices.row == i) drawChosenRow(canvas, row);
    const Color color = storeyInfo(of.storey).color;
    canvas.fill({row.x, row.y + 3, 4, row.h - 6}, color, 1);
    for (const CompareCell& cell : cellsOf(table, row, choices.of)) {
      const TextStyle words{kNameSize, Face::Regular, canvas.theme().text},
          numbers{kNameSize, Face::Mono, canvas.theme().text};
      if (cell.column == CompareColumn::Name) {
        drawName(canvas, cell.box, cellText(of, cell.column), words);
        continue;
      }
      TextStyle style = cell.column == CompareColumn::Ratio ? words : numbers;
      if (isUnsure(of, cell.column)) style.color = canvas.theme().textDim;
      drawLine(canvas, cell.box, cellText(of, cell.column), style, Align::Right);
    }
    const float x = row.right() - columns.words - columns.bar;
    if (columns.bar > 0) drawRatioBar(canvas, {x + 6, row.y, columns.bar - 12, row.h}, of, color);
  }
  if (state.sight.takesClicks()) drawThumb(canvas, table.list);
}

std::optional<Hit> hitCompareTable(const CompareTable& table, const ViewState& state, Point at) {
  if (table.head.contains(at))
    for (const CompareCell& cell : cellsOf(table, table.head, state.sight.choices.compare.of))
      if (cell.box.contains(at))
        return compareChosen(state, compareSortedBy(state.sight.choices.compare, cell.column),
                             text(Msg::CompareSortTip));
  const auto row = table.list.rowAt(at);
  return row ? std::optional(rowHit(table, state, *row)) : std::nullopt;
}

std::string readCompareTable(const ViewState& state) {
  constexpr Rect kWholeTable{0, 0, 4000, 1000};  // every column has room
  const CompareTable table = layOutCompareTable(kWholeTable, state);
  if (table.rows.empty()) return {};
  const CompareChoices& choices = state.sight.choices.compare;
  const std::vector<CompareCell> cells = cellsOf(table, table.head, choices.of);
  const auto by = std::ranges::find(cells, choices.column, &CompareCell::column);
  std::string words =
      choices.row && *choices.row < table.rows.size() ? rowHit(table, state, *choices.row).tooltip + "\n" : "";
  if (by != cells.end()) words += fillText(choices.ascending ? Msg::RowsAscend : Msg::RowsDescend, {text(by->head)});
  return words;
}

std::optional<Hit> pressCompareTable(const CompareTable& table, const ViewState& state, ViewKey key) {
  const CompareChoices& choices = state.sight.choices.compare;
  if (key == ViewKey::Space) return compareChosen(state, compareSortedBy(choices, choices.column), {});
  if (key == ViewKey::Left || key == ViewKey::Right) {
    const std::vector<CompareCell> cells = cellsOf(table, table.head, choices.of);
    const auto at = std::ranges::find(cells, choices.column, &CompareCell::column) - cells.begin();
    const auto wanted = at + (key == ViewKey::Left ? -1 : 1);
    if (wanted < 0 || wanted >= std::ssize(cells)) return std::nullopt;
    return compareChosen(state, compareSortedBy(choices, cells[static_cast<std::size_t>(wanted)].column), {});
  }
  const auto row = table.list.keyed(key, choices.row);
  return row ? std::optional(rowHit(table, state, *row)) : std::nullopt;
}

}  // namespace strata::inline views
