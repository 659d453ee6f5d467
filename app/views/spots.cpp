#include "app/views/spots.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/canvas/recording_canvas.h"

namespace strata::inline views {
namespace {

/// What a click or a step at a place would do.
struct Deed {
  Hit hit;
  std::optional<ViewChoices> step;  ///< of a slider
  bool any() const {
    return hit.selection.event || hit.choices || hit.table || hit.lesson || hit.start || hit.frame || step;
  }
};

bool same(const Deed& a, const Deed& b) {
  if (a.step || b.step) return a.step == b.step;
  const Hit &one = a.hit, &other = b.hit;
  return one.selection == other.selection && one.choices == other.choices && one.table == other.table &&
         one.lesson == other.lesson && one.start == other.start && one.frame == other.frame;
}

/// A view as drawn, and what its places do.
class DrawnView {
 public:
  DrawnView(const View& view, Rect area, const ViewState& state) : m_view(view), m_area(area), m_state(state) {
    m_view.draw(m_drawn, m_area, m_state);
    const float whole = area.w * area.h;
    for (const DrawOp& op : m_drawn.ops()) {
      const bool boxed = op.kind != DrawOp::Kind::Polyline && op.kind != DrawOp::Kind::Polygon;
      const auto seen = boxed ? op.visible() : std::nullopt;
      if (!seen || seen->w * seen->h >= whole / 2) continue;
      (std::min(seen->w, seen->h) > 2 ? m_parts : m_thinParts).push_back(*seen);
    }
  }

  Deed deedAt(Point at) const {
    Deed deed;
    if (m_state.session.snapshot) deed.hit = m_view.hit(m_drawn, m_area, m_state, at).value_or(Hit{});
    if (m_view.stepped) deed.step = m_view.stepped(m_drawn, m_area, m_state, at, 1);
    return deed;
  }

  /// The largest of the parts around a point whose middle does the same.
  Spot spotOf(Point at, const Deed& deed) const {
    constexpr float kAlone = 6;  // half of what nothing is drawn around
    Rect best{at.x - kAlone, at.y - kAlone, 2 * kAlone, 2 * kAlone};
    for (const Rect& part : m_parts)
      if (part.contains(at) && part.w * part.h > best.w * best.h && same(deedAt(middleOf(part)), deed)) best = part;
    return {best, at};
  }

  bool isOfAPart(const Deed& deed) const {
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
      if (i == m_deeds.size()) m_deeds.push_back(deedAt(middleOf(m_parts[i])));
      if (same(m_deeds[i], deed)) return true;
    }
    return false;
  }

  /// Of the middles of parts that do the same the last.
  std::vector<Point> placesOfDeeds() const {
    std::vector<std::pair<Deed, Point>> places;
    for (const Rect& part : m_parts) {
      Deed deed = deedAt(middleOf(part));
      if (!deed.any()) continue;
      const auto met = std::ranges::find_if(places, [&](const auto& place) { return same(place.first, deed); });
      if (met != places.end())
        met->second = middleOf(part);
      else
        places.emplace_back(std::move(deed), middleOf(part));
    }
    std::vector<Point> middles;
    middles.reserve(places.size());
    for (const auto& [deed, middle] : places) middles.push_back(middle);
    return middles;
  }

  struct Stop {
    Point at;
    bool thin = false;  ///< a line, which is a stop only where it is a bar of next to no width
  };
  /// Where keys may stop.
  std::vector<Stop> stops() const {
    std::vector<Stop> stops;
    if (m_view.onePlaceEach) {
      for (const Point place : placesOfDeeds()) stops.push_back({place});
      return stops;
    }
    for (const Rect& part : m_parts) stops.push_back({middleOf(part)});
    for (const Rect& part : m_thinParts) stops.push_back({middleOf(part), true});
    return stops;
  }

  static Point middleOf(Rect rect) { return {rect.x + rect.w / 2, rect.y + rect.h / 2}; }

 private:
  const View& m_view;
  Rect m_area;
  const ViewState& m_state;
  RecordingCanvas m_drawn;
  std::vector<Rect> m_parts, m_thinParts;
  mutable std::vector<Deed> m_deeds;  ///< of the middles of the first of m_parts, as far as they were asked for
};

/// How far a part lies on this way; negative: not there. What stands aside is further.
float distance(Point from, Point to, Way way) {
  const float x = to.x - from.x, y = to.y - from.y;
  constexpr float kAside = 4;
  switch (way) {
    case Way::Left: return x < -1 ? -x + kAside * std::abs(y) : -1;
    case Way::Right: return x > 1 ? x + kAside * std::abs(y) : -1;
    case Way::Up: return y < -1 ? -y + std::abs(x) / kAside : -1;
    case Way::Down: return y > 1 ? y + std::abs(x) / kAside : -1;
  }
  return -1;
}

std::optional<ViewChoices> scrolledBy(const View& view, Rect area, const ViewState& state, float lines) {
  if (!view.scrolled || lines == 0) return std::nullopt;
  ViewChoices choices = view.scrolled(RecordingCanvas{}, area, state, lines);
  return choices == state.sight.choices ? std::nullopt : std::optional(std::move(choices));
}

}  // namespace

std::optional<Spot> spotAt(const View& view, Rect area, const ViewState& state, Point at) {
  const DrawnView drawn(view, area, state);
  const Deed deed = drawn.deedAt(at);
  return deed.any() ? std::optional(drawn.spotOf(at, deed)) : std::nullopt;
}

std::optional<Spot> nextSpot(const View& view, Rect area, const ViewState& state, std::optional<Spot> from, Way way) {
  const DrawnView drawn(view, area, state);
  const bool forward = way == Way::Right || way == Way::Down;
  const Point edge = forward ? Point{area.x - 2, area.y - 2} : Point{area.right() + 2, area.bottom() + 2};
  const Point start = from ? from->at : edge;
  const Deed before = from ? drawn.deedAt(from->at) : Deed{};
  std::vector<std::pair<float, DrawnView::Stop>> ahead;
  for (const DrawnView::Stop& stop : drawn.stops()) {
    if (const float far = distance(start, stop.at, way); far >= 0) ahead.emplace_back(far, stop);
  }
  std::ranges::stable_sort(ahead, {}, &std::pair<float, DrawnView::Stop>::first);
  for (const auto& [far, stop] : ahead) {
    const Deed deed = drawn.deedAt(stop.at);
    if (!deed.any() || (from && same(deed, before))) continue;
    if (!stop.thin || !drawn.isOfAPart(deed)) return drawn.spotOf(stop.at, deed);
  }
  return std::nullopt;
}

std::optional<ViewChoices> scrolledUnder(const View& view, Rect area, const ViewState& state, const Spot& spot,
                                         const std::optional<Spot>& next, Way way) {
  if (way != Way::Up && way != Way::Down) return std::nullopt;
  ViewState over = state;
  over.sight.pointer = spot.at;  // of two lists the one that the spot is in
  auto choices = scrolledBy(view, area, over, way == Way::Down ? 1 : -1);
  if (!choices) return std::nullopt;
  ViewState further = state;
  further.sight.choices = *choices;
  const auto rowOf = [&](const ViewState& of, Point at) {
    const Hit hit = view.hit(RecordingCanvas{}, area, of, at).value_or(Hit{});
    return std::pair(hit.row, hit.tooltip);
  };
  const auto moves = [&](Point at) { return rowOf(state, at) != rowOf(further, at); };
  return moves(spot.at) && (!next || !moves(next->at)) ? choices : std::nullopt;
}

std::optional<ViewChoices> scrolledByKey(const View& view, Rect area, const ViewState& state, ViewKey key) {
  constexpr float kAll = 1e6f, kTallLine = 30;  // a page is no more than what is seen
  if (view.pressed) return std::nullopt;
  const float page = std::max(1.f, std::floor(area.h / kTallLine));
  switch (key) {
    case ViewKey::PageUp: return scrolledBy(view, area, state, -page);
    case ViewKey::PageDown: return scrolledBy(view, area, state, page);
    case ViewKey::Home: return scrolledBy(view, area, state, -kAll);
    case ViewKey::End: return scrolledBy(view, area, state, kAll);
    default: return std::nullopt;
  }
}

}  // namespace strata::inline views
