#include <algorithm>
#include <cmath>
#include <map>

#include "app/canvas/bar.h"
#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/counter_line.h"
#include "app/facts/event_text.h"
#include "app/views/memory/memory_details.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kLabelSize = 11, kLeastLabelWidth = 34, kLeastLabelHeight = 14;

std::string_view ownerName(const TraceSnapshot& snapshot, const Allocation& one) {
  return one.owner ? snapshot.name(snapshot.event(*one.owner).name) : std::string_view{};
}

/// A tint of its storey's colour for each name that allocated.
class OwnerColors {
 public:
  OwnerColors(const Canvas& canvas, const TraceSnapshot& snapshot) : m_canvas(canvas), m_snapshot(snapshot) {}

  Color of(const Allocation& one) {
    if (!one.owner) return m_canvas.theme().textDim;
    static constexpr float kTints[] = {0.8f, 0.5f, 0.65f, 0.38f};
    const std::size_t number = m_numbers.try_emplace(ownerName(m_snapshot, one), m_numbers.size()).first->second;
    const Color storey = storeyInfo(m_snapshot.event(*one.owner).storey).color;
    return mix(m_canvas.theme().background, storey, kTints[number % std::size(kTints)]);
  }

 private:
  const Canvas& m_canvas;
  const TraceSnapshot& m_snapshot;
  std::map<std::string_view, std::size_t> m_numbers;
};

/// Neighbours in the stack of one owner: labelled once, over all of them.
struct Run {
  std::string_view owner;
  std::size_t pieces = 0;
  double bytes = 0;
  Rect rect;  ///< where all of them lie above one another
  Color ground;

  /// False if that piece does not lie on the others.
  bool add(const Allocation& one, Rect piece) {
    const float left = std::max(rect.x, piece.x), right = std::min(rect.right(), piece.right());
    if (right - left < rect.w * 0.6f || std::abs(piece.bottom() - rect.y) > 1.5f) return false;
    rect = {left, piece.y, right - left, rect.bottom() - piece.y};
    bytes += one.bytes;
    ++pieces;
    return true;
  }
};

void drawLabel(Canvas& canvas, const Run& run) {
  if (run.rect.w < kLeastLabelWidth || run.rect.h < kLeastLabelHeight) return;
  const std::string bytes = formatBytes(run.bytes), name(run.owner);
  std::vector<std::string> wordings{name.empty() ? bytes : name + " · " + bytes, name.empty() ? bytes : name};
  if (run.pieces > 1)
    wordings.insert(wordings.begin(),
                    wordings.front() + " · " + fillText(Msg::AllocationPieces, {formatCount(run.pieces)}));
  const auto fits = std::ranges::find_if(
      wordings, [&](const std::string& words) { return barLabelFits(canvas, run.rect, words, kLabelSize); });
  const std::string& words = fits == wordings.end() ? wordings.back() : *fits;
  if (run.pieces > 1) {  // no seams behind letters
    const float width = std::min(run.rect.w, canvas.measure(words, {kLabelSize, Face::Regular, {}}) + 8);
    canvas.fill({run.rect.x, run.rect.y + (run.rect.h - kLeastLabelHeight) / 2, width, kLeastLabelHeight}, run.ground);
  }
  drawBarLabel(canvas, run.rect, run.ground, words, kLabelSize);
}

/// The widest piece of each allocation, which its label stands on.
struct Widest {
  const Allocation* of = nullptr;
  Rect rect;
};

void drawLabels(Canvas& canvas, const std::vector<Widest>& all, OwnerColors& colors, const TraceSnapshot& snapshot) {
  Run run;
  for (const Widest& one : all) {
    const std::string_view named = ownerName(snapshot, *one.of);
    const std::string_view owner = named.empty() ? text(Msg::AllocationOutside) : named;
    if (run.pieces > 0 && run.owner == owner && run.add(*one.of, one.rect)) continue;
    drawLabel(canvas, run);
    run = {owner, 1, one.of->bytes, one.rect, colors.of(*one.of)};
  }
  drawLabel(canvas, run);
}

void drawPieces(Canvas& canvas, const AllocationPlot& plot, const ViewState& state) {
  OwnerColors colors(canvas, *state.session.snapshot);
  std::vector<Widest> widest;
  forEachPiece(plot, [&](const Allocation& one, Rect rect) {
    if (widest.empty() || widest.back().of != &one) widest.push_back({&one, rect});
    if (rect.w > widest.back().rect.w) widest.back().rect = rect;
    if (rect.h < 0.5f) return true;
    Rect shown{rect.x, rect.y, std::max(1.f, rect.w), rect.h};
    shown.x = std::min(shown.x, plot.plot.right() - shown.w);
    if (shown.h > 3) shown.h -= 1, shown.y += 1;  // a seam to the one above
    canvas.fill(shown, colors.of(one));
    if (one.owner && state.sight.selection.event == one.owner) canvas.stroke(shown, canvas.theme().white);
    return true;
  });
  drawLabels(canvas, widest, colors, *state.session.snapshot);
}

/// All memory in use: what no piece covers is the smaller ones.
void drawTotal(Canvas& canvas, const AllocationPlot& plot, const ViewState& state) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const HostTime until = std::min(plot.span.end, snapshot.tracks()[plot.map.track].ended.value_or(plot.span.end));
  const CounterLine line = counterLine(snapshot.row(plot.map.track, 0), plot.span, until, plot.plot.x, plot.plot.w);
  for (const CounterColumn& column : line.columns) {
    const float height = plot.heightOf(column.high);
    if (height > 0) canvas.fill({column.x, plot.plot.bottom() - height, column.w, height}, canvas.theme().meter);
  }
}

/// Whether the largest piece of the peak is no call's.
bool peakIsOutside(const AllocationMap& map) {
  const Allocation* largest = nullptr;
  for (const Allocation& one : map.largest) {
    const bool then = one.begin <= map.peakAt && (!one.end || *one.end > map.peakAt);
    if (then && (!largest || one.bytes > largest->bytes)) largest = &one;
  }
  return largest && !largest->owner;
}

void drawPeak(Canvas& canvas, const AllocationPlot& plot) {
  std::string words =
      fillText(Msg::PeakAt, {formatBytes(plot.map.peak), formatDuration(plot.map.peakAt - plot.span.begin)});
  if (peakIsOutside(plot.map)) words.append(" · ").append(text(Msg::AllocationOutside));
  const TextStyle style = look::small(canvas);
  const float x = plot.xOf(plot.map.peakAt), width = std::min(plot.plot.w, canvas.measure(words, style) + 1);
  const float left = std::clamp(x - width / 2, plot.plot.x, plot.plot.right() - width);
  drawLine(canvas, {left, plot.header.bottom(), width, plot.plot.y - plot.header.bottom() - 1}, words, style);
  const float mark = std::min(x, plot.plot.right() - 1);
  canvas.fill({mark, plot.plot.y - 3, 1, plot.plot.h + 3}, canvas.theme().warning);
  canvas.fill({plot.plot.x, plot.plot.y, plot.plot.w, 1}, withAlpha(canvas.theme().warning, 90));
}

void drawMapHeader(Canvas& canvas, const AllocationPlot& plot) {
  const AllocationMap& map = plot.map;
  std::vector<HeaderPiece> pieces{{std::string(plot.name), look::title(canvas)}};
  if (plot.ofOneAgent) pieces.push_back({std::string(text(Msg::AllocationsOfOne)), look::soft(canvas), 1});
  pieces.push_back({std::string(text(Msg::AllocationsWho)), look::soft(canvas), 4});
  if (map.folded > 0)
    pieces.push_back({fillText(Msg::AllocationsFolded, {formatCount(map.largest.size()), formatCount(map.folded)}),
                      look::dim(canvas), 2});
  if (map.before > 0)
    pieces.push_back({fillText(Msg::AllocationsBefore, {formatBytes(map.before)}), look::dim(canvas), 2});
  if (map.unread > 0)
    pieces.push_back({fillText(Msg::AllocationsUnread, {formatCount(map.unread)}), look::dim(canvas), 2});
  if (map.bySize) pieces.push_back({std::string(text(Msg::AllocationsBySize)), look::dim(canvas), 3});
  pieces.push_back({std::string(provenanceKey(Provenance::Counted)), {10, Face::Regular, {}}, 1, true, true});
  drawHeader(canvas, plot.header, std::move(pieces));
}

void drawAxis(Canvas& canvas, const AllocationPlot& plot) {
  if (plot.axis.h <= 0) return;
  const Rect axis = plot.axis;
  const std::string end = formatDuration(plot.span.length());
  const float width = std::min(axis.w / 2, canvas.measure(end, look::dim(canvas)) + 1);
  drawLine(canvas, {axis.x, axis.y, axis.w / 2 - 8, axis.h}, text(Msg::AllocationsAxis), look::dim(canvas));
  drawLine(canvas, {axis.right() - width, axis.y, width, axis.h}, end, look::dim(canvas), Align::Right);
}

void drawPlot(Canvas& canvas, const AllocationPlot& plot, const ViewState& state) {
  drawMapHeader(canvas, plot);
  canvas.fill(plot.plot, canvas.theme().row);
  canvas.pushClip(plot.plot);
  drawTotal(canvas, plot, state);
  drawPieces(canvas, plot, state);
  if (const TraceEvent* event =
          state.sight.selection.event ? findEvent(*state.session.snapshot, *state.sight.selection.event) : nullptr)
    canvas.fill({std::min(plot.xOf(event->begin), plot.plot.right() - 1), plot.plot.y, 1, plot.plot.h},
                canvas.theme().white);
  canvas.popClip();
  drawPeak(canvas, plot);
  drawAxis(canvas, plot);
}

std::string tooltipOf(const ViewState& state, const AllocationPlot& plot, const Allocation& one) {
  const std::string_view owner = ownerName(*state.session.snapshot, one);
  std::string lines = fillText(Msg::AllocationTip, {formatBytes(one.bytes), std::string(plot.name)});
  lines.append("\n").append(owner.empty() ? std::string(text(Msg::AllocationByNobody))
                                          : fillText(Msg::AllocationBy, {std::string(owner)}));
  const std::string begin = formatDuration(one.begin - plot.span.begin);
  lines.append("\n").append(one.end ? fillText(Msg::AllocationLife, {begin, formatDuration(*one.end - plot.span.begin),
                                                                     formatDuration(*one.end - one.begin)})
                                    : fillText(Msg::AllocationStays, {begin}));
  return lines;
}

Hit pieceHit(const ViewState& state, const AllocationPlot& plot, const Allocation& one) {
  Selection selection = state.sight.selection;
  if (one.owner) selection = {*one.owner, state.session.snapshot->event(*one.owner).call};
  return {selection, tooltipOf(state, plot, one)};
}

}  // namespace

void drawAllocations(Canvas& canvas, Rect box, const ViewState& state, const MemoryFacts& facts) {
  const std::vector<AllocationPlot> plots = allocationPlots(box, state, facts);
  for (const AllocationPlot& plot : plots) drawPlot(canvas, plot, state);
  if (!plots.empty()) return;
  drawHeader(canvas, {box.x, box.y, box.w, 22}, {{std::string(text(Msg::AllocationsTitle)), look::title(canvas)}});
  drawLine(canvas, {box.x, box.y + 22, box.w, 18}, text(Msg::AllocationsEmpty), look::dim(canvas));
}

std::optional<Hit> hitAllocations(Rect box, const ViewState& state, const MemoryFacts& facts, Point at) {
  if (!box.contains(at)) return std::nullopt;
  for (const AllocationPlot& plot : allocationPlots(box, state, facts)) {
    if (!plot.plot.contains(at)) continue;
    std::optional<Hit> hit;
    forEachPiece(plot, [&](const Allocation& one, Rect rect) {
      if (Rect{rect.x, rect.y, std::max(1.f, rect.w), rect.h}.contains(at)) hit = pieceHit(state, plot, one);
      return !hit;
    });
    if (hit) return hit;
    return Hit{state.sight.selection,
               fillText(Msg::AllocationPeakTip, {std::string(plot.name), formatBytes(plot.map.peak),
                                                 formatDuration(plot.map.peakAt - plot.span.begin)})};
  }
  return std::nullopt;
}

}  // namespace strata::inline views
