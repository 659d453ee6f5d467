#include "app/canvas/label_placer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace strata::label_placer_test {
namespace {

constexpr float kRadius = 4, kWidth = 70, kHeight = 14;

float distanceTo(Rect box, Point point) {
  return std::hypot(std::max({box.x - point.x, 0.f, point.x - box.right()}),
                    std::max({box.y - point.y, 0.f, point.y - box.bottom()}));
}

/// Labels of points that are placed in this order, each seen from its own point.
void expectEachAtItsOwn(const std::vector<Point>& points, const char* what) {
  LabelPlacer placer({0, 0, 600, 400});
  for (const Point point : points) placer.mark(point, kRadius);
  for (const Point own : points) {
    const auto placed = placer.place(own, kRadius, kWidth, kHeight);
    ASSERT_TRUE(placed) << what;
    if (placed->leader) continue;
    for (const Point other : points)
      EXPECT_LE(distanceTo(placed->box, own), distanceTo(placed->box, other))
          << what << " at " << own.x << "," << own.y;
  }
}

TEST(LabelPlacer, OfPointsAboveOneAnotherEachHasItsOwnLabel) {
  for (float between = 9; between < 60; between += 1)
    for (const float aside : {0.f, 3.f, -3.f, 12.f}) {
      const Point upper{300, 180}, lower{300 + aside, 180 + between};
      expectEachAtItsOwn({upper, lower}, "the upper first");
      expectEachAtItsOwn({lower, upper}, "the lower first");
      expectEachAtItsOwn({lower, {300, 180 - between}, upper}, "three");
    }
}

TEST(LabelPlacer, AtTheEdgeOfTheRoomToo) {
  for (float between = 9; between < 60; between += 1) {
    expectEachAtItsOwn({{590, 180}, {590, 180 + between}}, "right");
    expectEachAtItsOwn({{300, 8}, {300, 8 + between}}, "top");
  }
}

// As a roof that goes through them, or a line from step to step: what avoids it is not pushed to another's point.
TEST(LabelPlacer, WhereALineIsAvoidedToo) {
  for (float between = 9; between < 60; between += 1) {
    const Point upper{300, 180}, lower{300, 180 + between};
    LabelPlacer placer({0, 0, 600, 400});
    placer.avoid(upper, lower);
    placer.avoid({200, 180}, {600, 180});
    for (const Point point : {upper, lower}) placer.mark(point, kRadius);
    for (const Point own : {lower, upper}) {
      const auto placed = placer.place(own, kRadius, kWidth, kHeight);
      ASSERT_TRUE(placed);
      const Point other = own.y == upper.y ? lower : upper;
      EXPECT_TRUE(placed->leader || distanceTo(placed->box, own) <= distanceTo(placed->box, other)) << between;
    }
  }
}

}  // namespace
}  // namespace strata::label_placer_test
