#include "kernels/saxpy/saxpy_operation.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::saxpy_conformance {
namespace {

LadderCase elements(std::int64_t n) {
  return {{"n", n}};
}

const bool kRegistered = registerConformanceTests(
    saxpyOperation(),
    {elements(1), elements(2), elements(3), elements(4), elements(7), elements(31), elements(255), elements(257),
     elements(1000), elements(1023), elements(1025), elements(4099), elements(65537), elements(70001)});

TEST(Saxpy, ReferenceWorkedByHand) {
  const std::vector<float> x{1, -2, 0.5f, 4}, y{10, 20, 30, -40};
  const TensorValues inputs[] = {x, y};
  std::vector<double> out(3, -1);
  saxpyReference(problemOf(saxpyOperation(), elements(4)), inputs, 1, 4, out);
  EXPECT_EQ(out, (std::vector<double>{15, 31.25, -30}));
}

TEST(Saxpy, TwoFlopForTwelveBytes) {
  for (const Step& each : saxpyOperation().steps) {
    const Cost cost = each.cost(problemOf(saxpyOperation(), elements(1001)));
    EXPECT_EQ(cost.flop, 2002);
    EXPECT_EQ(cost.globalBytes, 12012);
    EXPECT_EQ(cost.minBytes, 12012);
  }
}

TEST(Saxpy, AnyGridDoes) {
  Step threeBlocks = *findStep(saxpyOperation(), "grid_stride");
  threeBlocks.plan = [](const Problem& problem) {
    StepPlan plan = findStep(saxpyOperation(), "grid_stride")->plan(problem);
    plan.launches[0].shape.grid = {3, 1, 1};
    return plan;
  };
  for (const std::int64_t n : {1, 3071, 3073, 70001}) checkStep(saxpyOperation(), threeBlocks, elements(n));
}

}  // namespace
}  // namespace strata::saxpy_conformance
