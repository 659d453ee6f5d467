#include "app/studio/tracing_cost.h"

#include <gtest/gtest.h>

#include <vector>

#include "small_session.h"

namespace strata {
namespace {

TEST(TracingCost, IsTheShareOfItsSlices) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  EXPECT_DOUBLE_EQ(tracingCostShare(*snapshot, {{0}, {1000}}).value(), 0.01);
  EXPECT_DOUBLE_EQ(tracingCostShare(*snapshot, {{905}, {915}}).value(), 0.5);
  EXPECT_DOUBLE_EQ(tracingCostShare(*snapshot, {{0}, {500}}).value(), 0);
}

TEST(TracingCost, OfAFileIsThatOfItsLastRun) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  const TimeRange whole{{-5000}, {1000}};
  EXPECT_EQ(ofLastRun({}, *snapshot, whole), whole);
  RunRecord earlier, last;
  last.results.emplace_back();
  last.results.back().firstCall = last.results.back().lastCall = 1;
  const TimeRange run = ofLastRun(std::vector{earlier, last}, *snapshot, whole);
  EXPECT_EQ(run.begin, snapshot->call(CallId{1})->begin);
  EXPECT_EQ(run.end, whole.end) << "what is written down behind it is of it";
  EXPECT_EQ(ofLastRun(std::vector{last, earlier}, *snapshot, whole), whole) << "a run without results";
}

TEST(TracingCost, IsUnknownWhereNothingWasRecorded) {
  const TraceStore store;
  EXPECT_EQ(tracingCostShare(*store.snapshot(), {{0}, {1000}}), std::nullopt);
}

}  // namespace
}  // namespace strata
