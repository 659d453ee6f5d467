#include <algorithm>
#include <cmath>
#include <vector>

#include "app/canvas/bar.h"
#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/event_search.h"
#include "app/facts/event_text.h"
#include "app/views/timeline/timeline_bars.h"
#include "app/views/timeline/timeline_paint.h"
#include "engine/trace/trace_query.h"

namespace strata::inline views {
namespace {

constexpr float kLabelSize = 10, kLeastLabelled = 8.5f, kRadius = 2, kThin = 4, kFolded = 0.55f, kOpenTail = 14,
                kDensityStep = 4;

/// The selected call, as long as some of it is in sight: one that is not dims nothing.
CallId callInSight(const TimelineLayout& layout, const ViewState& state) {
  const auto call = state.session.snapshot->call(state.sight.selection.call);
  const bool seen = call && call->end >= layout.range.begin && call->begin <= layout.range.end;
  return seen ? state.sight.selection.call : CallId::None;
}

/// What a bar looks like.
struct Tone {
  Color color;
  bool bright, folded, thin;
  Color fill;
  Color edge;  ///< transparent: it is told from the ground without
};

/// The name of a bar, and on what it stands.
struct BarName {
  TimelineBar bar;
  Rect seen;
  Color ground;
};

struct Paint {
  Canvas& canvas;
  const TimelineLayout& layout;
  const ViewState& state;
  CallId call = callInSight(layout, state);
  bool onLight = inkOn(canvas.theme().background).r < 0x80;
  mutable std::vector<Tone> tones = {};  ///< that were met; they are few
  // What comes once all bars are there, so that no neighbour covers it.
  mutable std::vector<Rect> outlines = {};
  mutable std::vector<BarName> names = {};

  /// Some bars stand behind others.
  bool picks() const { return call != CallId::None || state.sight.search; }
  bool lit(const TraceEvent& event) const {
    if (state.sight.search) return state.sight.search->matches(*state.session.snapshot, event);
    return call == CallId::None || event.call == call;
  }
  // A folded block may hold events of the selected call: those are lit again by drawLitFolded.
  const Tone& toneOf(const TimelineBar& bar) const {
    const bool folded = bar.count > 1;
    return toneOf(bar.color, folded ? !picks() : lit(*bar.event), folded, bar.rect.w < kThin);
  }
  const Tone& toneOf(Color color, bool bright, bool folded, bool thin) const {
    const auto alike = [&](const Tone& tone) {
      return tone.color == color && tone.bright == bright && tone.folded == folded && tone.thin == thin;
    };
    const auto met = std::ranges::find_if(tones, alike);
    return met != tones.end() ? *met : tones.emplace_back(makeTone(color, bright, folded, thin));
  }
  /// A tint on a light ground is hardly seen: it has an edge of the same hue, and where it is a few pixels wide it is
  /// of that colour, what is picked out the darkest.
  Tone makeTone(Color color, bool bright, bool folded, bool thin) const {
    constexpr double kTold = 3, kPicked = 4.5;
    const Color under = canvas.theme().background, whole = folded ? mix(under, color, kFolded) : color;
    Tone tone{color, bright, folded, thin, bright ? whole : quietOn(under, whole), {0, 0, 0, 0}};
    if (!onLight) return tone;
    const Color shade = shadeOn(under, color, bright && picks() ? kPicked : kTold);
    if (thin)
      tone.fill = shade;
    else if (contrast(under, tone.fill) < kTold)
      tone.edge = shade;
    return tone;
  }
  Rect seen(Rect rect) const {
    const float x = std::max(rect.x, layout.plot.x), right = std::min(rect.right(), layout.plot.right());
    return {x, rect.y, std::max(0.f, right - x), rect.h};
  }
};

/// The first event of from … to that begins at or after `time`; looked for around `from + hint` first, so that rows of
/// even density cost a few reads.
std::size_t firstAtOrAfter(const RowView& row, std::size_t from, std::size_t to, HostTime time, std::size_t hint) {
  const auto early = [&](std::size_t i) { return row[i].begin < time; };
  std::size_t low = from, high = to, step = hint / 16 + 1;  // what stands before low is early, from high on late
  if (from + hint < to && early(from + hint)) {
    low = from + hint + 1;
    for (; low + step < to && early(low + step); step *= 2) low += step + 1;
    high = std::min(to, low + step);
  } else {
    high = std::min(from + hint, to);
    for (; high >= low + step && !early(high - step); step *= 2) high -= step;
    if (high >= low + step) low = high - step + 1;
  }
  return row.firstNot([&](const TraceEvent& e) { return e.begin < time; }, low, high);
}

void drawInstant(const Paint& paint, const TimelineBar& bar, Color color) {
  const float x = bar.rect.x;
  paint.canvas.fill({x - 0.5f, bar.rect.y, 1.5f, bar.rect.h}, color);
  paint.canvas.fill({x - 3, bar.rect.y, 6.5f, 4}, color, 1);
}

// Where in a wide folded block its events are: the more begin in a column, the higher its foot.
void drawDensity(const Paint& paint, const TimelineBar& bar, Rect seen) {
  const RowView& row = paint.state.session.snapshot->row(bar.ref.track, bar.ref.row);
  const std::size_t from = bar.ref.index, to = from + bar.count;
  std::vector<std::size_t> counts;
  std::size_t at = firstAtOrAfter(row, from, to, paint.layout.timeAt(seen.x), 0), most = 1, hint = 0;
  for (float x = seen.x; x < seen.right(); x += kDensityStep) {
    const HostTime right = paint.layout.timeAt(std::min(x + kDensityStep, seen.right()));
    const std::size_t next = firstAtOrAfter(row, at, to, right, hint);
    hint = next - at;
    counts.push_back(hint);
    most = std::max(most, hint);
    at = next;
  }
  const Color color = mix(paint.canvas.theme().background, bar.color, paint.picks() ? 0.75f : 0.95f);
  const auto height = [&](std::size_t i) {
    return std::ceil(seen.h / 3 * static_cast<float>(counts[i]) / static_cast<float>(most));
  };
  for (std::size_t i = 0, next = 0; i < counts.size(); i = next) {
    while (next < counts.size() && height(next) == height(i)) ++next;
    const float x = seen.x + static_cast<float>(i) * kDensityStep;
    const float right = std::min(seen.x + static_cast<float>(next) * kDensityStep, seen.right());
    if (height(i) > 0) paint.canvas.fill({x, seen.bottom() - height(i), right - x, height(i)}, color);
  }
}

void fillBar(const Paint& paint, Rect seen, const Tone& tone) {
  const float radius = std::min(kRadius, seen.w / 2);
  paint.canvas.fill(seen, tone.fill, radius);
  if (tone.edge.a > 0) paint.canvas.stroke(seen, tone.edge, 1, radius);
}

void drawFolded(const Paint& paint, const TimelineBar& bar, const Tone& tone) {
  const Rect seen = paint.seen(bar.rect);
  const Color color = tone.fill;
  fillBar(paint, seen, tone);
  const std::string label = "×" + formatCount(bar.count);
  const bool fits = seen.h >= kLeastLabelled && barLabelFits(paint.canvas, seen, label, kLabelSize);
  if (seen.w >= kLeastWithFoot) drawDensity(paint, bar, seen);
  if (fits)
    drawBarLabel(paint.canvas, seen, color, label, kLabelSize);
  else if (seen.w >= 6)
    drawHatch(paint.canvas, seen, mix(color, paint.canvas.theme().background, 0.5f), 4);
}

// Its end is not known: the last pixels are pale and hatched.
void drawOpenEnd(const Paint& paint, const TimelineBar& bar, Color color) {
  const float tail = std::min(kOpenTail, bar.rect.w / 2);
  const Rect end = paint.seen({bar.rect.right() - tail, bar.rect.y, tail, bar.rect.h});
  if (end.w <= 0) return;
  paint.canvas.fill(end, mix(paint.canvas.theme().background, color, 0.4f));
  drawHatch(paint.canvas, end, color, 5);
}

void drawBarName(const Paint& paint, const BarName& named) {
  const auto& [bar, seen, color] = named;
  const TraceSnapshot& snapshot = *paint.state.session.snapshot;
  const std::string label = eventLabel(snapshot, *bar.event);
  const std::string_view memory = bar.event->kind == EventKind::Copy ? snapshot.text(*bar.event, arg::kHostMemory) : "";
  const std::string longer = memory.empty() ? label : label + " " + std::string(memory);
  drawBarLabel(paint.canvas, seen, color, barLabelFits(paint.canvas, seen, longer, kLabelSize) ? longer : label,
               kLabelSize);
}

/// Nothing runs there: pale and hatched.
void drawWait(const Paint& paint, const TimelineBar& bar, Rect seen, Color color) {
  const Color ground = mix(paint.canvas.theme().background, color, 0.2f);
  paint.canvas.fill(seen, ground, std::min(kRadius, seen.w / 2));
  drawHatch(paint.canvas, seen, mix(paint.canvas.theme().background, color, 0.5f), 6);
  if (seen.h >= kLeastLabelled) paint.names.push_back({bar, seen, ground});
}

void drawBar(const Paint& paint, const TimelineBar& bar) {
  const Tone tone = paint.toneOf(bar);
  const Color color = tone.fill;
  if (bar.count > 1) return drawFolded(paint, bar, tone);
  if (bar.event->kind == EventKind::Instant) return drawInstant(paint, bar, color);
  Rect seen = paint.seen(bar.rect);
  if (bar.event->kind == EventKind::Wait) return drawWait(paint, bar, seen, color);
  fillBar(paint, seen, tone);
  if (paint.picks() && tone.bright && !tone.thin && seen.w > 0)
    paint.outlines.push_back(paint.seen(seen.inset(-1, -1)));
  if (bar.event->open()) {
    drawOpenEnd(paint, bar, color);
    seen.w = std::min(seen.w, bar.rect.right() - kOpenTail - seen.x);
  }
  if (seen.h >= kLeastLabelled) paint.names.push_back({bar, seen, color});
  if (paint.state.sight.pointer && seen.contains(*paint.state.sight.pointer))
    paint.canvas.stroke(seen, withAlpha(paint.canvas.theme().white, 150), 1, kRadius);
}

// Events of the selected call that are too small to stand alone, on top of the blocks they are folded into.
void drawLitFolded(const Paint& paint) {
  if (paint.call == CallId::None) return;
  const TraceSnapshot& snapshot = *paint.state.session.snapshot;
  Rect last{-1, -1, 0, 0};
  for (const EventRef ref : eventsOfCall(snapshot, paint.call)) {
    const TraceEvent& event = snapshot.event(ref);
    if (event.kind == EventKind::Counter || event.end() - event.begin >= paint.layout.leastTime()) continue;
    if (event.end() < paint.layout.range.begin || event.begin >= paint.layout.range.end) continue;
    const auto rect = barRect(paint.layout, paint.state, ref);
    if (!rect || (std::abs(rect->y - last.y) < 1 && rect->x - last.x < 1)) continue;
    last = *rect;
    if (const TrackGroup* group = paint.layout.groupOf(ref.track); group && rowInSight(paint.layout, *group, ref.row))
      paint.canvas.fill(paint.seen(*rect), paint.toneOf(eventColor(event), true, false, true).fill);
  }
}

void drawSelectedOutline(const Paint& paint) {
  if (!paint.state.sight.selection.event) return;
  const EventRef ref = *paint.state.sight.selection.event;
  const auto rect = barRect(paint.layout, paint.state, ref);
  const TrackGroup* group = rect ? paint.layout.groupOf(ref.track) : nullptr;
  if (!group || group->kind == TrackKind::Counter || !rowInSight(paint.layout, *group, ref.row)) return;
  if (rect->right() < paint.layout.plot.x || rect->x > paint.layout.plot.right()) return;
  paint.canvas.stroke(paint.seen(*rect).inset(-1, -1), paint.canvas.theme().white, 1.5f, kRadius + 1);
}

}  // namespace

void drawTimelineBars(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const Paint paint{canvas, layout, state};
  for (const TrackGroup& group : layout.groups) {
    if (group.kind == TrackKind::Counter || !layout.shows(group)) continue;
    forEachRowInSight(layout, group, [&](std::uint32_t row) {
      forEachBar(layout, state, group, row, [&](const TimelineBar& bar) { drawBar(paint, bar); });
    });
  }
  for (const Rect& outline : paint.outlines) canvas.stroke(outline, canvas.theme().textSoft, 1, kRadius + 1);
  for (const BarName& name : paint.names) drawBarName(paint, name);
  drawLitFolded(paint);
  drawSelectedOutline(paint);
}

}  // namespace strata::inline views
