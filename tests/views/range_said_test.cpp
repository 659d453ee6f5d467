#include "app/facts/range_said.h"

#include <gtest/gtest.h>

#include "tests/views/sample_session.h"

namespace strata {
namespace {

TEST(RangeSaid, IsAllWhereNothingThatTakesTimeIsLeftOut) {
  SampleSession session;
  session.addRun(2);
  ViewState state = session.state();
  const TimeRange whole = *state.session.snapshot->lastingBounds();
  state.sight.range = whole;
  EXPECT_EQ(rangeSaid(state), RangeSaid::AllRecorded);
  state.sight.range.end = whole.end - Duration{1};
  EXPECT_EQ(rangeSaid(state), RangeSaid::InSight);
  state.sight.measured = whole;
  EXPECT_EQ(rangeSaid(state), RangeSaid::AllRecorded) << "it counts, not what is in sight";
  state.sight.measured = state.sight.range;
  EXPECT_EQ(rangeSaid(state), RangeSaid::Measured);
}

TEST(RangeSaid, IsAllWhereNothingWasRecorded) {
  ViewState state;
  EXPECT_EQ(rangeSaid(state), RangeSaid::AllRecorded);
  state.sight.measured = TimeRange{};
  EXPECT_EQ(rangeSaid(state), RangeSaid::AllRecorded);
}

}  // namespace
}  // namespace strata
