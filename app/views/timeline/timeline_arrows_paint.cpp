#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "app/canvas/color_math.h"
#include "app/facts/event_text.h"
#include "app/views/timeline/timeline_bars.h"
#include "app/views/timeline/timeline_paint.h"
#include "engine/trace/trace_query.h"

namespace strata::inline views {
namespace {

constexpr std::size_t kFew = 40, kMostOfCall = 200, kBold = 12;

CorrelationId ofSelectedEvent(const ViewState& state) {
  const auto& selected = state.sight.selection.event;
  const TraceEvent* event = selected ? findEvent(*state.session.snapshot, *selected) : nullptr;
  return event ? event->correlation : CorrelationId::None;
}

std::vector<CorrelationId> ofSelection(const ViewState& state) {
  std::vector<CorrelationId> links;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto add = [&](CorrelationId link) {
    const bool known = link == CorrelationId::None || std::ranges::find(links, link) != links.end();
    if (!known && links.size() < kMostOfCall) links.push_back(link);
  };
  add(ofSelectedEvent(state));
  if (state.sight.selection.call == CallId::None) return links;
  for (const EventRef ref : eventsOfCall(snapshot, state.sight.selection.call)) {
    if (links.size() == kMostOfCall) break;
    const TraceEvent& event = snapshot.event(ref);
    if (event.kind == EventKind::Kernel || event.kind == EventKind::Copy) add(event.correlation);
  }
  return links;
}

// Links of the device work that stands alone in sight; nothing if there is too much of it to tell arrows apart.
std::vector<CorrelationId> inSight(const TimelineLayout& layout, const ViewState& state) {
  std::vector<CorrelationId> links;
  bool tooMany = false;
  for (const TrackGroup& group : layout.groups) {
    if ((group.kind != TrackKind::Queue && group.kind != TrackKind::Copy) || !layout.shows(group)) continue;
    for (std::uint32_t row = 0; row < group.rows && !tooMany; ++row)
      forEachBar(layout, state, group, row, [&](const TimelineBar& bar) {
        if (bar.count > 1 || links.size() > kFew)
          tooMany = true;
        else if (bar.event->correlation != CorrelationId::None)
          links.push_back(bar.event->correlation);
      });
  }
  return tooMany || links.size() > kFew ? std::vector<CorrelationId>{} : links;
}

std::vector<Point> curve(Point from, Point to) {
  constexpr int kPieces = 18;
  const float lead = std::clamp((to.x - from.x) * 0.6f, 10.f, 60.f);
  const Point a{from.x, from.y + (to.y - from.y) * 0.6f}, b{to.x - lead, to.y};
  std::vector<Point> points;
  for (int i = 0; i <= kPieces; ++i) {
    const float t = static_cast<float>(i) / kPieces, u = 1 - t;
    const auto at = [&](float p0, float p1, float p2, float p3) {
      return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
    };
    points.push_back({at(from.x, a.x, b.x, to.x), at(from.y, a.y, b.y, to.y)});
  }
  return points;
}

/// From the end of a launch to the begin of its work; from there, where the work did not wait for that end.
struct Arrow {
  CorrelationId link;
  Point from, to;
};

std::optional<Arrow> arrowOf(const TimelineLayout& layout, const ViewState& state, CorrelationId link) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto launchRef = snapshot.launchOf(link), workRef = snapshot.workOf(link);
  const TraceEvent* launch = launchRef ? findEvent(snapshot, *launchRef) : nullptr;
  const TraceEvent* work = workRef ? findEvent(snapshot, *workRef) : nullptr;
  if (!launch || !work) return std::nullopt;
  const auto fromRect = barRect(layout, state, *launchRef), toRect = barRect(layout, state, *workRef);
  if (!fromRect || !toRect) return std::nullopt;
  const HostTime left = std::max(launch->begin, std::min(work->begin, launch->seenEnd(state.sight.now)));
  const Point from{layout.xOf(left), fromRect->bottom()};
  const Point to{layout.xOf(work->begin), toRect->y + toRect->h / 2};
  const Rect plot = layout.plot;
  if (std::max(from.x, to.x) < plot.x || std::min(from.x, to.x) > plot.right()) return std::nullopt;
  if (std::max(from.y, to.y) < plot.y || std::min(from.y, to.y) > plot.bottom()) return std::nullopt;
  return Arrow{link, from, to};
}

void drawArrow(Canvas& canvas, const Arrow& arrow, Color color) {
  const auto [link, from, to] = arrow;
  canvas.polyline(curve(from, to), color, 1);
  canvas.polyline(std::array{Point{to.x - 5, to.y - 3}, to, Point{to.x - 5, to.y + 3}}, color, 1);
}

/// A launch long before the work in sight would have its arrows come out of the edge.
bool beginsInSight(const TimelineLayout& layout, const Arrow& arrow) {
  return arrow.from.x >= layout.plot.x;
}

/// Of a graph's launch hundreds of arrows go to one row of kernels: those that would lie on each other are one.
std::vector<Arrow> toldApart(const TimelineLayout& layout, const ViewState& state,
                             const std::vector<CorrelationId>& links, CorrelationId own) {
  constexpr float kTogether = 6;
  std::vector<Arrow> apart;
  for (const CorrelationId link : links) {
    const auto arrow = arrowOf(layout, state, link);
    const auto liesOnIt = [&](const Arrow& other) {
      return std::abs(other.from.x - arrow->from.x) < kTogether && std::abs(other.from.y - arrow->from.y) < kTogether &&
             std::abs(other.to.x - arrow->to.x) < kTogether && std::abs(other.to.y - arrow->to.y) < kTogether;
    };
    if (!arrow || (link != own && !beginsInSight(layout, *arrow))) continue;
    if (std::ranges::none_of(apart, liesOnIt)) apart.push_back(*arrow);
  }
  return apart;
}

}  // namespace

void drawTimelineArrows(Canvas& canvas, const TimelineLayout& layout, const ViewState& state) {
  const Color color = canvas.theme().arrow;
  const std::vector<CorrelationId> selected = ofSelection(state);
  for (const CorrelationId link : inSight(layout, state))
    if (const auto arrow = arrowOf(layout, state, link);
        arrow && beginsInSight(layout, *arrow) && std::ranges::find(selected, link) == selected.end())
      drawArrow(canvas, *arrow, withAlpha(color, selected.empty() ? 150 : 60));
  // Many are a veil over the bars that they point at, so each is the paler, but for the selected event's own.
  const CorrelationId own = ofSelectedEvent(state);
  const std::vector<Arrow> arrows = toldApart(layout, state, selected, own);
  const std::size_t alpha = arrows.size() <= kBold ? 255 : std::max<std::size_t>(40, 255 * kBold / arrows.size());
  for (const Arrow& arrow : arrows)
    drawArrow(canvas, arrow, arrow.link == own ? color : withAlpha(color, static_cast<std::uint8_t>(alpha)));
}

}  // namespace strata::inline views
