#include "app/views/spots.h"

#include <gtest/gtest.h>

#include "app/views/view.h"
#include "tests/views/sample_session.h"

// Where the keys of a view stop.

namespace strata::spots_test {
namespace {

constexpr Rect kArea{0, 0, 200, 60};
constexpr Rect kRow{0, 0, 200, 20}, kRule{0, 23, 200, 1}, kLane{0, 30, 200, 20}, kThinBar{50, 32, 1, 16};

std::optional<Hit> hitEvent(std::uint32_t index) {
  Hit hit;
  hit.selection.event = EventRef{0, 0, index};
  return hit;
}

/// A row, a rule below it, which is the row's, too, and a lane with a bar of one pixel.
View rowAndLane() {
  View view = *findView("stack");
  view.draw = [](Canvas& canvas, Rect, const ViewState&) {
    for (const Rect& part : {kRow, kRule, kLane, kThinBar}) canvas.fill(part, {9, 9, 9});
  };
  view.hit = [](const Canvas&, Rect, const ViewState&, Point at) -> std::optional<Hit> {
    if (at.y < kLane.y) return hitEvent(0);
    return kThinBar.inset(-1, 0).contains(at) ? hitEvent(1) : std::nullopt;
  };
  return view;
}

TEST(Spots, ABarOfOnePixelIsAStopAndARuleIsNone) {
  const View view = rowAndLane();
  SampleSession session;
  const ViewState state = session.state();
  const auto row = nextSpot(view, kArea, state, std::nullopt, Way::Down);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->rect, kRow);
  const auto bar = nextSpot(view, kArea, state, row, Way::Down);
  ASSERT_TRUE(bar);
  EXPECT_TRUE(kThinBar.contains(bar->at));
  EXPECT_GT(bar->rect.w, kThinBar.w) << "so that the ring around it is seen";
  EXPECT_FALSE(nextSpot(view, kArea, state, bar, Way::Down));
  const auto back = nextSpot(view, kArea, state, bar, Way::Up);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->rect, kRow);
}

}  // namespace
}  // namespace strata::spots_test
