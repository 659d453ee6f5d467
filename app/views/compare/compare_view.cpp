#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/compared_sides.h"
#include "app/facts/comparison.h"
#include "app/facts/short_name.h"
#include "app/facts/wall_clock.h"
#include "app/views/compare/compare_head.h"
#include "app/views/compare/compare_room.h"
#include "app/views/compare/compare_table.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kCompareHeader = 24, kFactsLine = 18, kStrip = 15, kPairGap = 7, kRow = 20, kNames = 96, kBusy = 78,
                kBusyBoth = 108;
constexpr float kPart = 0.38f, kPartWide = 0.35f;  // of the width, beside the table
constexpr float kLeastNames = 40, kLeastGap = 3, kWideForBoth = 900, kLeastForBoth = 560;
constexpr std::size_t kFirstNames = 3;  // of the table, before lanes have room
constexpr float kTableGap = 6, kBesideGap = 20;
constexpr float kLowestPair = 11.5f, kNamedPair = 14.5f, kHighestPair = 167;  // of a storey, with the gap below
constexpr float kBesideTitle = 22;                                            // the gaps beside the names of the sides
constexpr float kReadable = 12.5f;  // height of a strip that has room for letters

std::string sideHead(std::size_t side) {
  return std::string(sideLetter(side)) + ": ";
}

struct CompareLayout {
  Rect header, facts, strips, table;
  std::vector<std::size_t> storeys;  ///< the seven; Other where it did anything
  Duration left, right;              ///< what the strips span, from the anchors
  bool part = false;                 ///< which is less than what is summed
  float plotX = 0, plotW = 0;
  float ruler = kRow, stripHeight = kStrip, gap = kPairGap;

  Rect strip(std::size_t index, std::size_t side) const {
    const float y =
        strips.y + ruler + static_cast<float>(index) * (2 * stripHeight + gap) + static_cast<float>(side) * stripHeight;
    return {plotX, y, plotW, stripHeight - 1};
  }
  /// Each strip has its letter and its time; else one line says the times of both.
  bool lettersOfEach() const { return stripHeight >= kReadable; }
  float xOf(Duration fromAnchor) const {
    const double share = static_cast<double>((fromAnchor - left).ns) / static_cast<double>((right - left).ns);
    return plotX + plotW * static_cast<float>(std::clamp(share, -0.01, 1.01));
  }
};

// The timeline's range, seen from the first side's anchor; all of both where it shows all of the first or nothing of
// the second.
void chooseSpan(CompareLayout& layout, const ViewState& state, const Comparison& comparison) {
  const auto& [first, second] = comparison.sides;
  const auto bounds = first.snapshot->bounds();
  const bool zoomed = bounds && state.sight.range.length().ns > 0 &&
                      state.sight.range.length() < Duration{bounds->length().ns * 98 / 100};
  const Duration slack{1};
  if (zoomed) {
    layout.left = state.sight.range.begin - first.anchor;
    layout.right = state.sight.range.end - first.anchor + slack;
    const bool seen =
        second.anchor + layout.left < second.range.end && second.anchor + layout.right > second.range.begin;
    layout.part = seen;
    if (seen) return;
  }
  layout.left = std::min(first.range.begin - first.anchor, second.range.begin - second.anchor);
  layout.right = std::max(first.range.end - first.anchor, second.range.end - second.anchor) + slack;
}

/// What lanes need one below the other; where they cannot stand beside the table, with names of full size.
float leastStrips(const CompareLayout& layout, float width) {
  return kRow + static_cast<float>(layout.storeys.size()) * (width > kLeastForBoth ? kLowestPair : kNamedPair);
}

/// Its head and the first rows, with the gap above.
float leastTable(std::size_t names) {
  return kTableGap + RowList::kRow * static_cast<float>(1 + std::clamp<std::size_t>(names, 1, kFirstNames));
}

/// The table has its first rows, then all storeys are in sight, then either gets more. Where both cannot stand one
/// below the other, they stand beside each other, and where it is too narrow for that the table stands alone.
void placeStripsAndTable(CompareLayout& layout, Rect body, std::size_t names) {
  const auto shown = static_cast<float>(layout.storeys.size());
  const float needed = kRow + shown * (2 * kStrip + kPairGap), least = leastStrips(layout, body.w),
              left = body.h - leastTable(names);
  const bool low = left < least;
  if ((low && body.w > kLeastForBoth) || body.w > kWideForBoth) {
    layout.strips = {body.x, body.y, body.w * (body.w > kWideForBoth ? kPartWide : kPart), body.h};
    layout.table = {layout.strips.right() + kBesideGap, body.y, body.right() - layout.strips.right() - kBesideGap,
                    body.h};
  } else if (low) {
    layout.strips = {body.x, body.y, 0, 0};
    layout.table = body;
  } else {
    layout.strips = {body.x, body.y, body.w, std::min({needed, std::max(least, body.h * 0.62f), left})};
    const float top = layout.strips.bottom() + kTableGap;
    layout.table = {body.x, top, body.w, body.bottom() - top};
  }
  layout.ruler = std::clamp(layout.strips.h - shown * kLowestPair, 0.f, kRow);
  const float pair = std::clamp((layout.strips.h - layout.ruler) / shown, kLowestPair, kHighestPair);
  layout.gap = std::clamp(pair - 2 * kReadable, kLeastGap, kPairGap);
  layout.stripHeight = (pair - layout.gap) / 2;
}

/// A line for what the head says besides the names of the sides, where strips and table keep the room they need.
float factsHeight(const CompareLayout& layout, const Comparison& comparison, Rect body, std::size_t names) {
  if (!hasCompareHead(comparison)) return 0;
  const float least = leastStrips(layout, body.w);
  const float needed = body.w > kLeastForBoth ? least : least + leastTable(names);
  return body.h >= needed + kFactsLine ? kFactsLine : 0;
}

CompareLayout layoutCompare(Rect area, const ViewState& state) {
  const Comparison& comparison = *state.sight.comparison;
  CompareLayout layout;
  const Rect inner = area.inset(std::min(12.f, area.w / 10), std::min(8.f, area.h / 10));
  layout.header = {inner.x, inner.y, inner.w, std::min(kCompareHeader, inner.h)};
  Rect body{inner.x, layout.header.bottom(), inner.w, std::max(0.f, inner.bottom() - layout.header.bottom())};
  for (std::size_t i = 0; i <= kStoreyCount; ++i)
    if (i < kStoreyCount || comparison.busy[0][i].ns > 0 || comparison.busy[1][i].ns > 0) layout.storeys.push_back(i);
  const std::size_t names = comparison.of(state.sight.choices.compare.of).size();
  layout.facts = {body.x, body.y, body.w, factsHeight(layout, comparison, body, names)};
  body = {body.x, layout.facts.bottom(), body.w, body.h - layout.facts.h};
  placeStripsAndTable(layout, body, names);
  layout.plotX = layout.strips.x + std::min(kNames, layout.strips.w * 0.4f);
  const float most = layout.strips.w / 4, both = most < kBusyBoth ? 0 : kBusyBoth;
  const float busy = layout.lettersOfEach() ? std::min(kBusy, most) : both;
  layout.plotW = std::max(0.f, layout.strips.right() - layout.plotX - busy);
  chooseSpan(layout, state, comparison);
  return layout;
}

/// The time that is said beside it, so of the same calls.
void drawStrip(Canvas& canvas, const CompareLayout& layout, const Comparison& comparison, std::size_t side,
               std::size_t storey, Rect strip) {
  const HostTime anchor = comparison.sides[side].anchor;
  const Intervals& worked = comparison.worked[side][storey];
  const Color color = visibleOn(canvas.theme().well, storeys()[storey].color);
  const TimeRange range{anchor + layout.left, anchor + layout.right};
  const Duration least{std::max<std::int64_t>(
      1, static_cast<std::int64_t>(static_cast<double>(range.length().ns) / std::max(1.f, strip.w)))};
  // Of those that end within a pixel the first is seen.
  const auto endingAfter = [&](auto from, HostTime time) {
    return std::partition_point(from, worked.end(), [time](const TimeRange& span) { return span.end <= time; });
  };
  for (auto span = endingAfter(worked.begin(), range.begin); span != worked.end() && span->begin < range.end;
       span = endingAfter(span + 1, span->begin + least)) {
    const float x = layout.xOf(span->begin - anchor), right = layout.xOf(span->end - anchor);
    const float from = std::max(x, strip.x), to = std::min(std::max(right, x + 1), strip.right());
    if (to > from) canvas.fill({from, strip.y, to - from, strip.h}, color);
  }
}

std::string busyText(Duration busy) {
  return busy.ns > 0 ? formatDuration(busy) : "–";
}

/// Which strip is whose, and the time in which the storey worked there.
void drawWords(Canvas& canvas, const CompareLayout& layout, const Comparison& comparison, std::size_t index) {
  const std::size_t storey = layout.storeys[index];
  const std::array<std::string, 2> busy{busyText(comparison.busy[0][storey]), busyText(comparison.busy[1][storey])};
  const float right = layout.plotX + layout.plotW + 4, width = layout.strips.right() - right;
  const TextStyle number{10, Face::Mono, canvas.theme().textSoft};
  if (!layout.lettersOfEach()) {
    const Rect both{right, layout.strip(index, 0).y - layout.gap / 2, width, 2 * layout.stripHeight + layout.gap};
    if (width >= kBusyBoth - 4) drawLine(canvas, both, busy[0] + " · " + busy[1], number, Align::Right);
    return;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const Rect strip = layout.strip(index, side);
    drawLine(canvas, {layout.plotX - 16, strip.y, 12, strip.h}, sideLetter(side),
             {10, Face::Bold, canvas.theme().textDim});
    drawLine(canvas, {right, strip.y, width, strip.h}, busy[side], number, Align::Right);
  }
}

void drawStrips(Canvas& canvas, const CompareLayout& layout, const ViewState& state) {
  const Comparison& comparison = *state.sight.comparison;
  const float plotRight = layout.plotX + layout.plotW;
  drawLine(canvas, {layout.plotX, layout.strips.y, layout.plotW, layout.ruler},
           formatDuration(layout.right - layout.left), look::dim(canvas), Align::Right);
  if (!layout.lettersOfEach() && layout.strips.right() - plotRight >= kBusyBoth)
    drawLine(canvas, {plotRight, layout.strips.y, kBusyBoth, layout.ruler}, "A · B",
             {10, Face::Bold, canvas.theme().textDim}, Align::Right);
  for (std::size_t i = 0; i < layout.storeys.size(); ++i) {
    const std::size_t storey = layout.storeys[i];
    const StoreyInfo& info = storeys()[storey];
    if (layout.strip(i, 1).bottom() > layout.strips.bottom() + 1) break;
    const float top = layout.strip(i, 0).y;
    const float height = 2 * layout.stripHeight - 1;
    canvas.fill({layout.strips.x, top, 4, height}, info.color);
    const Rect name{layout.strips.x + 10, top - layout.gap / 2, layout.plotX - layout.strips.x - 30,
                    height + layout.gap + 1};
    drawLine(canvas, name, info.title, look::soft(canvas, std::min(1.f, name.h / kNamedPair)));
    for (std::size_t side = 0; side < 2; ++side) {
      const Rect strip = layout.strip(i, side);
      canvas.fill(strip, canvas.theme().well);
      drawStrip(canvas, layout, comparison, side, storey, strip);
    }
    if (layout.plotX - layout.strips.x >= kLeastNames) drawWords(canvas, layout, comparison, i);
  }
  const float anchor = layout.xOf({0}), bottom = layout.strip(layout.storeys.size(), 0).y;
  if (layout.strips.h > layout.ruler && anchor >= layout.plotX && anchor <= layout.plotX + layout.plotW)
    canvas.fill({anchor, layout.strips.y + layout.ruler, 1,
                 std::min(bottom, layout.strips.bottom()) - layout.strips.y - layout.ruler},
                canvas.theme().textSoft);
}

std::string alignedText(const std::string& event) {
  return event.empty() ? std::string(text(Msg::CompareAlignedAtBegin))
                       : fillText(Msg::CompareAligned, {shortName(event)});
}

/// "sum: 1.20 ms in A, 1.50 ms in B, B − A +300 µs"; empty: what is listed does not add up.
std::string sumText(const Comparison& comparison, CompareOf what) {
  const auto sum = comparison.sumOf(what);
  if (!sum || comparison.of(what).empty()) return {};
  const auto& [a, b] = *sum;
  return fillText(Msg::CompareSum, {formatDuration(a), formatDuration(b), formatDifference(b - a)});
}

/// Both in that width: where it does not suffice, the longer is elided until both are as long, so that what tells them
/// apart stays.
std::array<std::string, 2> sideNames(const Canvas& canvas, float width, const Comparison& comparison) {
  const TextStyle style = look::mono(canvas);
  const std::array<std::string, 2> titles = sideTitles(comparison);
  std::array<std::string, 2> names{sideHead(0) + titles[0], sideHead(1) + titles[1]};
  const std::array<float, 2> wanted{canvas.measure(names[0], style), canvas.measure(names[1], style)};
  if (wanted[0] + wanted[1] <= width) return names;
  for (std::size_t side = 0; side < 2; ++side) {
    std::string buffer;
    const float most = std::max(width / 2, width - wanted[1 - side]) - canvas.measure(sideHead(side), style);
    names[side] = sideHead(side);
    names[side] += elideApart(canvas, titles[side], std::span(&titles[1 - side], 1), style, most, buffer);
  }
  return names;
}

void drawCompare(Canvas& canvas, Rect area, const ViewState& state) {
  if (!state.sight.comparison) {
    const std::string words = fillText(
        Msg::CompareEmpty, {text(Msg::StudioCompare), text(Msg::StudioCompareOpen), text(Msg::StudioRunCompare)});
    drawTeachingNote(canvas, area.inset(area.w / 20, 0), {}, {words});
    return;
  }
  const CompareLayout layout = layoutCompare(area, state);
  const CompareTable table = layOutCompareTable(layout.table, state);
  const std::string title(text(Msg::CompareTitle));
  const float left = layout.header.w - canvas.measure(title, look::title(canvas)) - kBesideTitle;
  const auto [first, second] = sideNames(canvas, std::max(0.f, left), *state.sight.comparison);
  drawHeader(canvas, layout.header,
             {{title, look::title(canvas)},
              {first, look::mono(canvas), 0},
              {second, look::mono(canvas), 0},
              {layout.part ? fillText(Msg::CompareParts, {formatDuration(layout.right - layout.left)}) : std::string(),
               look::soft(canvas), 2},
              {sumText(*state.sight.comparison, state.sight.choices.compare.of), look::soft(canvas), 2},
              {alignedText(state.sight.comparison->alignedAt), look::dim(canvas), 3, true},
              {std::string(showsUnsure(table, state) ? text(Msg::CompareDim) : ""), look::dim(canvas), 3},
              {std::string(provenanceKey(Provenance::Measured)), look::dim(canvas), 1, true, true}});
  if (layout.facts.h > 0) drawHeader(canvas, layout.facts, compareHead(canvas, *state.sight.comparison));
  if (layout.plotW > 1) drawStrips(canvas, layout, state);
  drawCompareTable(canvas, table, state);
}

/// The times beside the strips of a storey, and what they are of.
std::optional<Hit> hitStrips(const CompareLayout& layout, const Comparison& comparison, Point at) {
  if (!layout.strips.contains(at)) return std::nullopt;
  for (std::size_t i = 0; i < layout.storeys.size(); ++i) {
    if (at.y < layout.strip(i, 0).y || at.y >= layout.strip(i, 1).bottom()) continue;
    const std::size_t storey = layout.storeys[i];
    return Hit{
        {},
        fillText(Msg::CompareStoreyTip,
                 {storeys()[storey].title, busyText(comparison.busy[0][storey]), busyText(comparison.busy[1][storey]),
                  formatDifference(comparison.busy[1][storey] - comparison.busy[0][storey])})};
  }
  return std::nullopt;
}

/// "A: Run 1 · matmul · mm.pftrace", its file, and when it was recorded, a line each.
std::string sideText(const Comparison& comparison, std::size_t side) {
  const ComparedSession& of = comparison.sides[side];
  std::string lines = sideHead(side) + sideTitles(comparison)[side];
  if (!of.file.empty()) lines += "\n" + of.file;
  if (const std::string recorded = recordedOf(*of.snapshot); !recorded.empty())
    lines += "\n" + fillText(Msg::RecordedAt, {recorded});
  return lines;
}

/// What has no room there stands in the tooltip.
Hit hitHead(const Comparison& comparison) {
  Hit hit{{}, sideText(comparison, 0) + "\n" + sideText(comparison, 1)};
  if (const std::string facts = compareHeadText(comparison); !facts.empty()) hit.tooltip += "\n" + facts;
  return hit;
}

std::optional<Hit> hitCompare(const Canvas&, Rect area, const ViewState& state, Point at) {
  if (!state.sight.comparison) return std::nullopt;
  const CompareLayout layout = layoutCompare(area, state);
  if (layout.header.contains(at) || layout.facts.contains(at)) return hitHead(*state.sight.comparison);
  if (auto hit = hitStrips(layout, *state.sight.comparison, at)) return hit;
  return hitCompareTable(layOutCompareTable(layout.table, state), state, at);
}

std::optional<Hit> pressCompare(const Canvas&, Rect area, const ViewState& state, ViewKey key) {
  if (!state.sight.comparison) return std::nullopt;
  return pressCompareTable(layOutCompareTable(layoutCompare(area, state).table, state), state, key);
}

ViewChoices scrollCompare(const Canvas&, Rect area, const ViewState& state, float lines) {
  ViewChoices choices = state.sight.choices;
  if (state.sight.comparison)
    choices.compare.first = layOutCompareTable(layoutCompare(area, state).table, state).list.scrolled(lines);
  return choices;
}

bool hasComparison(const ViewState& state) {
  return state.sight.comparison != nullptr;
}

std::string readCompare(const ViewState& state) {
  return hasComparison(state) ? readCompareTable(state) : std::string();
}

}  // namespace

bool compareTableAlone(Rect area, const ViewState& state) {
  return layoutCompare(area, state).strips.w <= 0;
}

const View& compareView() {
  static const View kView{.name = "compare",
                          .title = Msg::StudioCompare,
                          .shows = "two sessions side by side",
                          .absent = "there is no second session beside it",
                          .order = 120,
                          .dock = ViewDock::Top,
                          .compares = true,
                          .draw = drawCompare,
                          .hit = hitCompare,
                          .hasContent = hasComparison,
                          .reads = readCompare,
                          .scrolled = scrollCompare,
                          .scrollsRows = true,
                          .pressed = pressCompare};
  return kView;
}

}  // namespace strata::inline views
