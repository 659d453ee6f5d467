#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// Finds room for labels of points, so that none covers another label, a point or a leader line, no leader runs through
/// a label, and one that stands nearer to another point than to its own has a leader.
class LabelPlacer {
 public:
  explicit LabelPlacer(Rect room) : m_room(room) {}

  void keepClear(Rect words) { m_taken.push_back(words); }
  /// A point, of the labels to come or another: labels stay off it, leaders cross it only where they must.
  void mark(Point point, float radius) {
    m_marks.push_back({point.x - radius, point.y - radius, 2 * radius, 2 * radius});
  }
  /// Labels rather do not lie on this line, but may.
  void avoid(Point from, Point to) { m_lines.push_back({from, to}); }

  struct Placed {
    Rect box;
    std::optional<std::array<Point, 2>> leader;  ///< from the point's edge to the label, where it stands apart
  };
  /// Room for a label of this size near a round point; what it covers is taken then. None if there is none.
  std::optional<Placed> place(Point point, float radius, float width, float height);

 private:
  using Line = std::array<Point, 2>;
  std::vector<Rect> candidates(Point point, float radius, float width, float height) const;
  bool isFree(Rect box) const;
  bool isNearerToAnother(Rect box, Point own, float distance) const;
  bool leaderIsFree(const Line& leader) const;
  float disturbance(Rect box) const;
  float disturbance(const Line& leader) const;

  Rect m_room;
  std::vector<Rect> m_taken, m_marks;
  std::vector<Line> m_lines, m_leaders;
};

/// Whether any of the segment lies in the rectangle.
bool crosses(Rect rect, Point from, Point to);
bool overlaps(Rect a, Rect b);
/// Whether two segments cross; not where one ends on the other.
bool waysCross(const std::array<Point, 2>& a, const std::array<Point, 2>& b);

}  // namespace strata::inline canvas
