#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/counter_line.h"
#include "app/facts/event_text.h"
#include "app/views/empty_note.h"
#include "app/views/foreign.h"
#include "app/views/timeline/timeline_bars.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/views/timeline/timeline_paint.h"
#include "app/views/timeline/timeline_view.h"
#include "app/words/messages.h"
#include "engine/trace/holds_trace.h"
#include "engine/trace/trace_query.h"

namespace strata::inline views {
namespace {

constexpr float kSlack = 2;  // pixels beside a bar that still hit it

std::string countsText(const ViewState& state) {
  const TraceSnapshot::Totals& totals = state.session.snapshot->totals();
  std::string counts = counted(totals.slices + totals.counters, Msg::OneEvent, Msg::Events);
  if (totals.dropped == 0) counts.append(" · ").append(fillText(Msg::Dropped, {"0"}));
  if (state.session.hello)
    counts.append(" · ").append(fillText(Msg::ClockError, {formatDuration({state.session.hello->clockErrorNs})}));
  return counts;
}

TextStyle timelineWarning(const Canvas& canvas) {
  TextStyle style = look::mono(canvas);
  style.color = canvas.theme().warning;
  return style;
}

void drawHeaderLine(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  std::vector<HeaderPiece> pieces{{std::string(text(Msg::TimelineTitle)), look::title(canvas)}};
  if (state.session.snapshot && state.session.snapshot->bounds()) {
    const TraceSnapshot& snapshot = *state.session.snapshot;
    pieces.push_back({countsText(state), look::mono(canvas), 0});
    const TextStyle warning = timelineWarning(canvas);
    if (const auto dropped = snapshot.totals().dropped; dropped > 0)
      pieces.push_back({fillText(Msg::Dropped, {formatCount(dropped)}), warning, 1});
    if (const std::size_t hidden = hiddenLanes(snapshot, state.sight.choices.lanes); hidden > 0)
      pieces.push_back({fillText(Msg::LanesHidden, {formatCount(hidden)}), warning, 1});
    if (const std::size_t lost = layout.withoutRoom(); lost > 0)
      pieces.push_back({fillText(Msg::LanesWithoutRoom, {formatCount(lost)}), look::dim(canvas), 1});
  }
  if (!state.sight.live && state.session.snapshot && isCutOff(*state.session.snapshot))
    pieces.push_back({std::string(text(Msg::EndCutOff)), timelineWarning(canvas), 2});
  drawHeader(canvas, layout.header, std::move(pieces));
}

// The storeys that will have groups, so that the empty view already says what belongs where.
void drawGhostGroups(Canvas& canvas, const TimelineLayout& layout) {
  constexpr float kMost = 25, kLeast = 13;
  const float height = std::clamp(layout.plot.h / static_cast<float>(kStoreyCount), kLeast, kMost);
  float y = layout.plot.y;
  for (const StoreyInfo& info : storeys()) {
    if (info.storey == Storey::Other || y + height > layout.plot.bottom() + 1) return;
    canvas.fill({layout.names.x, y, std::min(5.f, layout.names.w / 8), height - 1},
                mix(canvas.theme().background, info.color, 0.5f));
    canvas.fill({layout.names.x, y + height - 1, layout.names.w, 1}, canvas.theme().groupLine);
    drawLine(canvas, {layout.names.x + 13, y, std::max(0.f, layout.names.w - 21), height - 1}, info.key,
             look::dim(canvas));
    y += height;
  }
}

void drawNothing(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  std::vector<std::string_view> quiet{text(state.sight.running ? Msg::TimelineWaitingHint : Msg::TimelineEmptyHint)};
  if (!state.sight.running && !state.sight.still) quiet.push_back(text(Msg::TimelineEmptyKeys));
  const bool asks = state.sight.lesson && state.sight.lesson->mayBet;  // in which order storeys stand, maybe
  if (!asks) drawGhostGroups(canvas, layout);
  const Rect room = layout.plot.inset(std::min(16.f, layout.plot.w / 12), 0);
  if (const auto hidden = whyHidden(state)) return drawTeachingNote(canvas, room, {}, {text(*hidden)});
  if (const auto cutOff = whyWithoutEvents(state)) return drawTeachingNote(canvas, room, {}, {text(*cutOff)});
  drawTeachingNote(canvas, room, text(Msg::TimelineEmpty), quiet);
}

// How far down the groups are scrolled, when not all fit.
void drawScrollThumb(Canvas& canvas, const TimelineLayout& layout) {
  const float content = layout.groups.back().top + layout.groups.back().height, shown = layout.plot.h;
  if (content <= shown || shown < 20) return;
  const float height = std::max(12.f, shown * shown / content);
  const float y = layout.plot.y + (shown - height) * std::clamp(layout.scroll / (content - shown), 0.f, 1.f);
  canvas.fill({layout.plot.right() - 4, y, 3, height}, withAlpha(canvas.theme().textDim, 110), 1.5f);
}

Hit groupHit(const ViewState& state, const TrackGroup& group) {
  const TrackInfo& info = state.session.snapshot->tracks()[group.tracks.front()];
  std::string lines = group.name;
  lines.append("\n")
      .append(storeyInfo(info.storey).title)
      .append(" · ")
      .append(storeyWhat(state, storeyInfo(info.storey)));
  if (group.dropped > 0) lines.append("\n").append(fillText(Msg::TipGroupDropped, {formatCount(group.dropped)}));
  return {state.sight.selection, lines};
}

std::optional<Hit> counterHit(const TimelineLayout& layout, const ViewState& state, const TrackGroup& group, Point at) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const HostTime time = layout.timeAt(at.x);
  for (auto track = group.tracks.rbegin(); track != group.tracks.rend(); ++track) {
    if (snapshot.rowCount(*track) == 0 || snapshot.tracks()[*track].goneAt(time)) continue;
    const RowView& row = snapshot.row(*track, 0);
    if (const auto index = counterAt(row, time)) return Hit{state.sight.selection, eventTooltip(state, row[*index])};
  }
  return std::nullopt;
}

/// "pinned memory, tracing cost"; of many the first.
std::string lanesWithoutRoom(const TimelineLayout& layout) {
  constexpr std::size_t kMostNamed = 8;
  std::vector<std::string_view> names;
  for (const TrackGroup& group : layout.groups)
    if (!group.hasRoom()) names.emplace_back(group.name);
  return joinedNames(names, kMostNamed);
}

Hit markHit(const TimelineLayout& layout, const ViewState& state, const TimelineMark& mark) {
  const std::string time = formatTimePoint(mark.time - layout.origin, Duration{1});
  return {state.sight.selection,
          mark.note.empty() ? fillText(Msg::MarkTip, {time}) : fillText(Msg::MarkNoteTip, {mark.note, time})};
}

/// What can be done about lanes that are hidden, and which those are that have no room.
std::optional<Hit> headerHit(const TimelineLayout& layout, const ViewState& state) {
  const bool hidden = hiddenLanes(*state.session.snapshot, state.sight.choices.lanes) > 0;
  const std::string lost = lanesWithoutRoom(layout);
  if (!hidden && lost.empty()) return std::nullopt;
  Hit hit{state.sight.selection, lost.empty() ? std::string() : fillText(Msg::LanesWithoutRoomTip, {lost})};
  if (!hidden) return hit;
  hit.tooltip.append(lost.empty() ? "" : "\n").append(text(Msg::LanesShowAll));
  hit.choices = state.sight.choices;
  hit.choices->lanes.hidden.clear();
  return hit;
}

/// How much of a folded block's time its events take, which do not overlap; none where reading them all takes long.
std::optional<double> busyShare(const RowView& row, const TimelineBar& bar) {
  constexpr std::uint32_t kMostRead = 1u << 16;
  const std::size_t end = bar.ref.index + bar.count;
  const Duration all = row[end - 1].end() - row[bar.ref.index].begin;
  if (bar.count > kMostRead || all.ns <= 0) return std::nullopt;
  Duration busy;
  for (std::size_t i = bar.ref.index; i < end; ++i)
    if (row[i].kind != EventKind::Wait) busy += row[i].duration();
  return busy.seconds() / all.seconds();
}

std::string foldedText(const RowView& row, const TimelineBar& bar) {
  const auto busy = busyShare(row, bar);
  const std::string count = formatCount(bar.count);
  std::string lines =
      busy ? fillText(Msg::TipFoldedBusy, {count, formatPercent(*busy)}) : fillText(Msg::TipFolded, {count});
  if (bar.rect.w >= kLeastWithFoot) lines.append("\n").append(text(Msg::TipFoldedFoot));
  return lines + "\n";
}

// Of several events folded into one block, the one under the pointer.
Hit barHit(const TimelineLayout& layout, const ViewState& state, TimelineBar bar, Point at) {
  std::string folded;
  if (bar.count > 1) {
    const RowView& row = state.session.snapshot->row(bar.ref.track, bar.ref.row);
    folded = foldedText(row, bar);
    if (const auto index = eventAt(row, layout.timeAt(at.x), Duration{layout.leastTime().ns * 2})) {
      bar.ref.index = std::clamp(*index, bar.ref.index, bar.ref.index + bar.count - 1);
      bar.event = &row[bar.ref.index];
    }
  }
  return {{bar.ref, bar.event->call}, folded + eventTooltip(state, *bar.event)};
}

std::optional<Hit> rowHit(const TimelineLayout& layout, const ViewState& state, const TrackGroup& group, Point at) {
  std::optional<TimelineBar> nearest;
  float distance = kSlack;
  for (std::uint32_t row = 0; row < group.rows; ++row) {
    const Rect strip = layout.rowRect(group, row);
    if (at.y < strip.y || at.y >= strip.bottom()) continue;
    forEachBar(layout, state, group, row, [&](const TimelineBar& bar) {
      const float off = std::max({0.f, bar.rect.x - at.x, at.x - bar.rect.right()});
      if (off > distance || (off == distance && nearest && off > 0)) return;
      distance = off;
      nearest = bar;
    });
  }
  return nearest ? std::optional(barHit(layout, state, *nearest, at)) : std::nullopt;
}

/// The groups that are pinned, or those that scroll.
void drawStrip(Canvas& canvas, TimelineLayout layout, const ViewState& state, bool pinned) {
  const Rect strip = layout.stripOf(pinned);
  if (strip.h <= 0) return;
  std::erase_if(layout.groups, [&](const TrackGroup& group) { return group.pinned != pinned; });
  canvas.pushClip({layout.names.x, strip.y, strip.right() - layout.names.x, strip.h});
  drawGroupNames(canvas, layout, state);
  canvas.popClip();
  canvas.pushClip(strip);
  drawTimelineBars(canvas, layout, state);
  drawTimelineCounters(canvas, layout, state);
  canvas.popClip();
  if (pinned)
    canvas.fill({layout.names.x, strip.bottom() - 1, strip.right() - layout.names.x, 1}, canvas.theme().accent);
}

void drawTimeline(Canvas& canvas, Rect area, const ViewState& state) {
  const TimelineLayout layout = layoutTimeline(area, state);
  if (layout.plot.w < 1 || layout.plot.h < 1) return;
  drawHeaderLine(canvas, layout, state);
  if (layout.groups.empty()) return drawNothing(canvas, layout, state);
  canvas.pushClip(
      {layout.names.x, layout.ruler.y, layout.plot.right() - layout.names.x, layout.plot.bottom() - layout.ruler.y});
  drawTimelineRuler(canvas, layout, state);
  drawTimelineMarks(canvas, layout, state);
  canvas.popClip();
  drawStrip(canvas, layout, state, false);
  drawStrip(canvas, layout, state, true);
  canvas.pushClip(layout.plot);
  drawTimelineArrows(canvas, layout, state);
  drawMeasuredRange(canvas, layout, state);
  if (state.sight.takesClicks()) drawScrollThumb(canvas, layout);
  if (state.sight.pointer && layout.plot.contains(*state.sight.pointer))
    canvas.fill({state.sight.pointer->x, layout.plot.y, 1, layout.plot.h}, withAlpha(canvas.theme().white, 128));
  canvas.popClip();
}

std::optional<Hit> hitTimeline(const Canvas&, Rect area, const ViewState& state, Point at) {
  const TimelineLayout layout = layoutTimeline(area, state);
  if (!state.session.snapshot) return std::nullopt;
  if (const TimelineMark* mark = markAt(layout, state, at)) return markHit(layout, state, *mark);
  if (layout.header.contains(at)) return headerHit(layout, state);
  if (at.y < layout.plot.y || at.y >= layout.plot.bottom()) return std::nullopt;
  const TrackGroup* group = layout.groupAt(at.y);
  if (!group) return std::nullopt;
  if (layout.names.contains(at)) {
    const auto button = hitLaneButtons(layout, *group, state, at);
    return button ? button : groupHit(state, *group);
  }
  if (!layout.plot.contains(at)) return std::nullopt;
  return group->kind == TrackKind::Counter ? counterHit(layout, state, *group, at) : rowHit(layout, state, *group, at);
}

bool hasEvents(const ViewState& state) {
  return state.session.snapshot && state.session.snapshot->bounds();
}

/// What arrows have stepped to, or is selected otherwise.
std::string readSelectedEvent(const ViewState& state) {
  const auto& selected = state.sight.selection.event;
  const TraceEvent* event = selected && hasEvents(state) ? findEvent(*state.session.snapshot, *selected) : nullptr;
  return event ? eventInWords(state, *event) : std::string();
}

}  // namespace

const View& timelineView() {
  static const View kView{.name = "timeline",
                          .title = Msg::TimelineTitle,
                          .shows = "tracks by storey, thread, stream and copy direction",
                          .absent = "it holds no event",
                          .order = 30,
                          .dock = ViewDock::None,
                          .draw = drawTimeline,
                          .hit = hitTimeline,
                          .hasContent = hasEvents,
                          .reads = readSelectedEvent};
  return kView;
}

}  // namespace strata::inline views
