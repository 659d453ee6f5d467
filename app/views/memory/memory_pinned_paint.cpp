#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/event_text.h"
#include "app/views/memory/memory_details.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kPinnedHeader = 22, kPinnedDirection = 18, kWords = 16, kBar = 12, kPinnedGap = 4;
constexpr float kGroup = kPinnedDirection + 2 * (kWords + kBar + kPinnedGap);

/// One kind of host memory in one direction: its words with the bar below.
struct PinnedRow {
  const PinnedComparison* of = nullptr;
  bool pinned = false;
  Rect rect;

  const SpeedSpread& spread() const { return pinned ? of->pinned : of->pageable; }
};

std::vector<PinnedRow> rowsOf(Rect box, const CopyTable& table) {
  std::vector<PinnedRow> rows;
  float y = box.y + kPinnedHeader;
  for (const PinnedComparison& of : table.comparisons) {
    if (y + kGroup > box.bottom()) break;
    y += kPinnedDirection;
    for (const bool pinned : {true, false}) {
      rows.push_back({&of, pinned, {box.x, y, box.w, kWords + kBar}});
      y += kWords + kBar + kPinnedGap;
    }
  }
  return rows;
}

double fastest(const CopyTable& table) {
  double best = 1;
  for (const PinnedComparison& of : table.comparisons) best = std::max({best, of.pinned.best, of.pageable.best});
  return best;
}

std::string whatWasSeen(const CopyTable& table) {
  return std::string(text(table.onlyInCache                      ? Msg::PinnedInCache
                          : table.sawPinned && table.sawPageable ? Msg::PinnedOtherWay
                          : table.sawPinned                      ? Msg::PinnedOnly
                          : table.sawPageable                    ? Msg::PageableOnly
                                                                 : Msg::PinnedUnknown));
}

std::string howToSeeBoth(const CopyTable& table) {
  if (table.onlyInCache) return std::string(text(Msg::PinnedRunLarger));
  if (table.sawPinned == table.sawPageable) return std::string(text(Msg::PinnedRunBoth));
  return fillText(Msg::PinnedRunOther, {table.sawPinned ? "pageable" : "pinned"});
}

/// Why there is no comparison and, where it can be run again, how to get one, in as many lines as there is room for.
void drawAdvice(Canvas& canvas, Rect box, const CopyTable& table, bool again) {
  const std::string words = again ? whatWasSeen(table) + " " + howToSeeBoth(table) : whatWasSeen(table);
  float y = box.y + kPinnedHeader;
  for (const std::string& line : wrapText(canvas, words, look::dim(canvas), box.w)) {
    if (y + kWords > box.bottom()) return;
    drawLine(canvas, {box.x, y, box.w, kWords}, line, look::dim(canvas));
    y += kWords;
  }
}

std::string titleOf(const PinnedComparison& of) {
  if (of.alike())
    return fillText(Msg::PinnedTimes, {of.direction, formatNumber(of.pinned.median / of.pageable.median)});
  return fillText(Msg::PinnedUnlike,
                  {of.direction, formatBytes(of.pinned.medianBytes), formatBytes(of.pageable.medianBytes)});
}

void drawRow(Canvas& canvas, const PinnedRow& row, double full) {
  const SpeedSpread& spread = row.spread();
  const Rect box = row.rect;
  const Rect words{box.x, box.y, box.w, kWords};
  const std::string speeds = fillText(Msg::MedianAndBest, {formatByteRate(spread.median), formatByteRate(spread.best)});
  const std::string name(text(row.pinned ? Msg::Pinned : Msg::Pageable));
  const float wanted = canvas.measure(speeds, look::small(canvas)) + 1;
  const float nameWidth = canvas.measure(name, look::small(canvas)) + 8;
  if (wanted + nameWidth <= words.w) {
    drawLine(canvas, words, name, look::small(canvas));
    drawLine(canvas, words, speeds, look::small(canvas), Align::Right);
  } else {
    drawLine(canvas, words, name + " " + formatByteRate(spread.median), look::small(canvas));
  }
  const Rect bar{box.x, words.bottom() + 1, box.w, kBar - 3};
  const Color color = row.pinned ? kCopyColor : canvas.theme().copyDark;
  const auto part = [&](double speed) {
    return Rect{bar.x, bar.y, bar.w * static_cast<float>(std::min(1.0, speed / full)), bar.h};
  };
  canvas.fill(bar, canvas.theme().meter, 3);
  canvas.fill(part(spread.best), mix(canvas.theme().meter, color, 0.45f), 3);
  canvas.fill(part(spread.median), color, 3);
}

}  // namespace

void drawPinned(Canvas& canvas, Rect box, const CopyTable& table, bool again) {
  drawHeader(canvas, {box.x, box.y, box.w, kPinnedHeader},
             {{std::string(text(Msg::PinnedTitle)), look::title(canvas)},
              {std::string(provenanceKey(Provenance::Measured)), {10, Face::Regular, {}}, 1, true, true}});
  if (table.comparisons.empty()) return drawAdvice(canvas, box, table, again);
  for (const PinnedRow& row : rowsOf(box, table)) {
    if (row.pinned)
      drawLine(canvas, {row.rect.x, row.rect.y - kPinnedDirection, row.rect.w, kPinnedDirection}, titleOf(*row.of),
               look::dim(canvas));
    drawRow(canvas, row, fastest(table));
  }
}

std::optional<Hit> hitPinned(Rect box, const ViewState& state, const MemoryFacts& facts, const CopyTable& table,
                             Point at) {
  for (const PinnedRow& row : rowsOf(box, table)) {
    if (!row.rect.contains(at)) continue;
    const SpeedSpread& spread = row.spread();
    const TraceEvent& best = state.session.snapshot->event(spread.bestCopy);
    std::string lines =
        fillText(Msg::PinnedTip, {row.of->direction, std::string(text(row.pinned ? Msg::Pinned : Msg::Pageable)),
                                  counted(spread.copies, Msg::OneCopy, Msg::Copies), formatByteRate(spread.median)});
    lines.append("\n").append(text(facts.sameRam ? Msg::PinnedSameRam
                                   : row.pinned  ? Msg::PinnedWhy
                                                 : Msg::PageableWhy));
    lines.append("\n").append(fillText(Msg::PinnedFastest, {formatByteRate(spread.best)}));
    return Hit{{spread.bestCopy, best.call}, lines.append("\n").append(eventTooltip(state, best))};
  }
  return std::nullopt;
}

}  // namespace strata::inline views
