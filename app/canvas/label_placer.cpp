#include "app/canvas/label_placer.h"

#include <algorithm>
#include <cmath>

namespace strata::inline canvas {
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

/// Which side of the line a–b a point lies on.
float side(Point a, Point b, Point p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

float apart(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

Point nearestIn(Rect box, Point point) {
  return {std::clamp(point.x, box.x, box.right()), std::clamp(point.y, box.y, box.bottom())};
}

}  // namespace

bool waysCross(const std::array<Point, 2>& a, const std::array<Point, 2>& b) {
  return side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) < 0 && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) < 0;
}

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
  const auto off = [&](Rect taken) { return !overlaps(wide, taken); };
  return inside(box, m_room) && std::ranges::all_of(m_taken, off) && std::ranges::all_of(m_marks, off) &&
         std::ranges::none_of(m_leaders, [&](const Line& line) { return crosses(wide, line[0], line[1]); });
}

/// Or as good as: it would be read as that point's.
bool LabelPlacer::isNearerToAnother(Rect box, Point own, float distance) const {
  constexpr float kClear = 2, kSame = 0.5f;
  return std::ranges::any_of(m_marks, [&](Rect mark) {
    const Point other{mark.x + mark.w / 2, mark.y + mark.h / 2};
    return apart(other, own) > kSame && apart(other, nearestIn(box, other)) < distance + kClear;
  });
}

bool LabelPlacer::leaderIsFree(const Line& leader) const {
  return std::ranges::none_of(m_taken, [&](Rect taken) { return crosses(taken, leader[0], leader[1]); });
}

float LabelPlacer::disturbance(Rect box) const {
  float sum = 0;
  for (const Line& line : m_lines)
    if (crosses(box, line[0], line[1])) sum += 3 * box.h;
  return sum;
}

float LabelPlacer::disturbance(const Line& leader) const {
  float sum = 12;
  for (const Rect mark : m_marks)
    if (crosses(mark, leader[0], leader[1])) sum += 40;
  for (const Line& other : m_leaders)
    if (waysCross(other, leader)) sum += 60;
  return sum;
}

/// Around the point, near ones first. In a crowd only beside it, in columns left and right: labels above and below
/// would shut the others in.
std::vector<Rect> LabelPlacer::candidates(Point point, float radius, float width, float height) const {
  const auto near = [&](Rect mark) {
    return std::hypot(mark.x + mark.w / 2 - point.x, mark.y + mark.h / 2 - point.y) < 2.5f * height;
  };
  constexpr std::ptrdiff_t kCrowd = 4;
  std::vector<Rect> boxes;
  if (std::ranges::count_if(m_marks, near) >= kCrowd) {
    for (const float away : {6.f, 16.f, 30.f, 48.f, 70.f})
      for (int step = 0; step <= 24; ++step) {
        const int rows = (step + 1) / 2;
        const float up = static_cast<float>(rows) * height * 0.55f * (step % 2 == 0 ? 1.f : -1.f);
        const float y = point.y - height / 2 + up;
        boxes.push_back({point.x + radius + away, y, width, height});
        boxes.push_back({point.x - radius - away - width, y, width, height});
      }
    return boxes;
  }
  constexpr int kDirections = 24, kRings = 16;
  for (int ring = 0; ring < kRings; ++ring)
    for (int direction = 0; direction < kDirections; ++direction) {
      const float angle = 6.2831853f * static_cast<float>(direction) / kDirections;
      const float away = radius + 4 + static_cast<float>(ring) * height * 0.7f;
      boxes.push_back(boxTowards(point, away, angle, width, height));
    }
  return boxes;
}

std::optional<LabelPlacer::Placed> LabelPlacer::place(Point point, float radius, float width, float height) {
  constexpr float kNear = 8;       // a label so close needs no line to its point
  constexpr float kLeastSeen = 6;  // a line that is shorter leads no eye
  constexpr float kMisread = 200;
  std::optional<Placed> best;
  float bestCost = 0;
  for (const Rect box : candidates(point, radius, width, height)) {
    const Point end = nearestIn(box, point);
    const float distance = apart(end, point);
    // What stands to the right is read as the point's own at once.
    float cost = distance + disturbance(box) + (box.x > point.x ? 0.f : 3.f);
    const bool misread = isNearerToAnother(box, point, distance);
    if (misread && distance < radius + kLeastSeen) cost += kMisread;
    if ((best && cost >= bestCost) || !isFree(box)) continue;
    Placed placed{box, std::nullopt};
    if (distance > radius + (misread ? kLeastSeen : kNear)) {
      const float share = radius / distance;
      placed.leader = {Point{point.x + (end.x - point.x) * share, point.y + (end.y - point.y) * share}, end};
      cost += disturbance(*placed.leader);
      if ((best && cost >= bestCost) || !leaderIsFree(*placed.leader)) continue;
    }
    best = placed;
    bestCost = cost;
  }
  if (!best) return std::nullopt;
  m_taken.push_back(best->box);
  if (best->leader) m_leaders.push_back(*best->leader);
  return best;
}

}  // namespace strata::inline canvas
