#include "app/studio/tracing_cost.h"

#include <gtest/gtest.h>

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

TEST(TracingCost, IsUnknownWhereNothingWasRecorded) {
  const TraceStore store;
  EXPECT_EQ(tracingCostShare(*store.snapshot(), {{0}, {1000}}), std::nullopt);
}

}  // namespace
}  // namespace strata
