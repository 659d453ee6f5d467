#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/views/drawn_timeline.h"

namespace strata::timeline_deep_test {
namespace {

using namespace timeline_test;
using timeline_test::kArea;

ViewState nest(SampleSession& session, std::int64_t depth) {
  const std::uint32_t track = session.host(Storey::Framework);
  for (std::int64_t i = 0; i < depth; ++i)
    session.add({.track = track, .name = "nested", .begin = i * 10, .end = 20 * depth - i * 10, .call = 1});
  return session.state();
}

std::vector<std::uint32_t> rowsInSight(const TimelineLayout& layout) {
  std::vector<std::uint32_t> rows;
  forEachRowInSight(layout, layout.groups.front(), [&](std::uint32_t row) { rows.push_back(row); });
  return rows;
}

TEST(TimelineDeep, RowsThinnerThanAPixelAreDrawnOnceForEach) {
  SampleSession session;
  ViewState state = nest(session, 6000);
  state.sight.scroll = kGroupsFitted;
  const TimelineLayout layout = layoutTimeline(kArea, state);
  ASSERT_LT(layout.groups.front().rowStep, 1);
  const auto rows = rowsInSight(layout);
  EXPECT_EQ(rows.front(), 0u);
  std::set<float> pixels;
  for (const std::uint32_t row : rows) pixels.insert(std::floor(layout.rowRect(layout.groups.front(), row).y));
  EXPECT_EQ(pixels.size(), rows.size()) << "each in a pixel of its own";
  EXPECT_GE(static_cast<float>(rows.size()), layout.groups.front().height - 12) << "and no pixel without one";
  EXPECT_LT(drawn(state).ops().size(), 3000u);
  state.sight.selection.call = CallId{1};
  EXPECT_LT(drawn(state).ops().size(), 3000u) << "also of a call that is selected";
}

TEST(TimelineDeep, RowsThatCanBeToldApartAreAllDrawn) {
  SampleSession session;
  ViewState state = nest(session, 40);
  state.sight.scroll = kGroupsFitted;
  EXPECT_EQ(rowsInSight(layoutTimeline(kArea, state)).size(), 40u);
}

}  // namespace
}  // namespace strata::timeline_deep_test
