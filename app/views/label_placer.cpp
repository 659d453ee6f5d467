#include "app/views/label_placer.h"

#include <algorithm>
#include <cmath>

namespace strata {
namespace {

constexpr float kAir = 2;

bool inside(Rect inner, Rect outer) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() && inner.bottom() <= outer.bottom();
}

/// Where a label of that size stands, `away` pixels from the point in this direction.
Rect boxTowards(Point point, float away, float angle, float width, float height) {
  const float dx = std::cos(angle), dy = std::sin(angle);
  return {point.x + dx * (away + width / 2) - width / 2, point.y + dy * (away + height / 2) - height / 2, width,
          height};
}

Point nearestIn(Rect box, Point point) {
  return {std::clamp(point.x, box.x, box.right()), std::clamp(point.y, box.y, box.bottom())};
}

}  // namespace

bool overlaps(Rect a, Rect b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

bool crosses(Rect rect, Point from, Point to) {
  float enter = 0, leave = 1;
  const auto cut = [&](float start, float step, float low, float high) {
    if (step == 0) return start > low && start < high;
    float a = (low - start) / step, b = (high - start) / step;
    if (a > b) std::swap(a, b);
    enter = std::max(enter, a), leave = std::min(leave, b);
    return enter < leave;
  };
  return cut(from.x, to.x - from.x, rect.x, rect.right()) && cut(from.y, to.y - from.y, rect.y, rect.bottom());
}

bool LabelPlacer::isFree(Rect box) const {
  const Rect wide = box.inset(-kAir, -kAir / 2);
  return inside(box, m_room) && std::ranges::none_of(m_taken, [&](Rect taken) { return overlaps(wide, taken); }) &&
         std::ranges::none_of(m_leaders, [&](const Line& line) { return crosses(wide, line[0], line[1]); });
}

bool LabelPlacer::leaderIsFree(const Line& leader, Rect label) const {
  return std::ranges::none_of(
      m_taken, [&](Rect taken) { return !overlaps(taken, label) && crosses(taken, leader[0], leader[1]); });
}

float LabelPlacer::disturbance(Rect box) const {
  float sum = 0;
  for (const Line& line : m_lines)
    if (crosses(box, line[0], line[1])) sum += 30;
  return sum;
}

std::optional<LabelPlacer::Placed> LabelPlacer::place(Point point, float radius, float width, float height) {
  constexpr int kDirections = 16, kRings = 12;
  constexpr float kNear = 8;  // a label so close needs no line to its point
  std::optional<Placed> best;
  float bestCost = 0;
  for (int ring = 0; ring < kRings; ++ring)
    for (int direction = 0; direction < kDirections; ++direction) {
      const float angle = 6.2831853f * static_cast<float>(direction) / kDirections;
      const float away = radius + 4 + static_cast<float>(ring) * height * 0.8f;
      const Rect box = boxTowards(point, away, angle, width, height);
      const float cost = away + disturbance(box) + (direction == 0 ? 0.f : 3.f);
      if ((best && cost >= bestCost) || !isFree(box)) continue;
      Placed placed{box, std::nullopt};
      const Point end = nearestIn(box, point);
      const float distance = std::hypot(end.x - point.x, end.y - point.y);
      if (distance > radius + kNear) {
        const float share = radius / distance;
        const Line leader{Point{point.x + (end.x - point.x) * share, point.y + (end.y - point.y) * share}, end};
        const Rect own{point.x - radius, point.y - radius, 2 * radius, 2 * radius};
        if (!leaderIsFree(leader, own)) continue;
        placed.leader = leader;
      }
      best = placed;
      bestCost = cost;
    }
  if (!best) return std::nullopt;
  m_taken.push_back(best->box);
  if (best->leader) m_leaders.push_back(*best->leader);
  return best;
}

}  // namespace strata
