#include "app/facts/range_said.h"

#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/seen_statistics.h"
#include "app/views/view.h"
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

TEST(RangeSaid, IsTheRangeBeforeWhereSumsAreNotYetOfTheOneThatIsWanted) {
  SampleSession session;
  session.addRun(2);
  ViewState state = session.state();
  const TimeRange whole = *state.session.snapshot->lastingBounds();
  const TimeRange half{whole.begin, whole.begin + Duration{whole.length().ns / 2}};
  state.sight.range = half;
  EXPECT_EQ(rangeSaid(state, half), RangeSaid::InSight);
  EXPECT_EQ(rangeSaid(state, whole), RangeSaid::AllRecorded) << "whatever is in sight by now";
  state.sight.measured = TimeRange{half.begin, half.begin + Duration{1}};
  EXPECT_EQ(rangeSaid(state, half), RangeSaid::Before);
  EXPECT_EQ(rangeSaid(state, *state.sight.measured), RangeSaid::Measured);
}

TEST(StatisticsView, SaysThatRowsAreOfTheRangeBefore) {
  SampleSession session;
  session.addRun(2);
  ViewState state = session.state();
  const TimeRange whole = *state.session.snapshot->lastingBounds();
  state.sight.range = {whole.begin, whole.end - Duration{1}};
  addUpNames(state);
  EXPECT_TRUE(tableIsAsWanted(state));
  const auto says = [&](const char* words) {
    RecordingCanvas canvas;
    findView("statistics")->draw(canvas, {0, 0, 1600, 220}, state);
    return canvas.findText(words) != nullptr;
  };
  EXPECT_TRUE(says("of what is in sight"));
  state.sight.measured = TimeRange{whole.begin, whole.begin + Duration{whole.length().ns / 2}};
  EXPECT_FALSE(tableIsAsWanted(state));
  EXPECT_TRUE(says("of the range before; adding up …"));
  EXPECT_FALSE(says("of the measured range"));
  addUpNames(state);
  EXPECT_TRUE(says("of the measured range"));
  state.sight.choices.table.first = 7;
  EXPECT_TRUE(tableIsAsWanted(state)) << "what row is on top changes none";
  state.sight.choices.table.eachEvent = true;
  EXPECT_FALSE(tableIsAsWanted(state)) << "rows of names are shown still";
}

TEST(RangeSaid, IsAllWhereNothingWasRecorded) {
  ViewState state;
  EXPECT_EQ(rangeSaid(state), RangeSaid::AllRecorded);
  state.sight.measured = TimeRange{};
  EXPECT_EQ(rangeSaid(state), RangeSaid::AllRecorded);
}

}  // namespace
}  // namespace strata
