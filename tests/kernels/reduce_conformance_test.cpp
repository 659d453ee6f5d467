#include "kernels/reduce/reduce_operation.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::reduce_conformance {
namespace {

LadderCase elements(std::int64_t n) {
  return {{"n", n}};
}

// One block, several, several rounds.
const bool kRegistered = registerConformanceTests(
    reduceOperation(),
    {elements(1), elements(2), elements(3), elements(31), elements(33), elements(64), elements(255), elements(256),
     elements(257), elements(1000), elements(1023), elements(4097), elements(65536), elements(65537), elements(70001)});

const Step& step(std::string_view name) {
  return *findStep(reduceOperation(), name);
}

TEST(Reduce, ReferenceAddsOneToAHundred) {
  std::vector<float> in(100);
  std::iota(in.begin(), in.end(), 1.0f);
  const TensorValues inputs[] = {in};
  double sum = -1;
  reduceReference(problemOf(reduceOperation(), elements(100)), inputs, 0, 1, {&sum, 1});
  EXPECT_EQ(sum, 5050);
}

TEST(Reduce, LimitSeesAnElementLeftOut) {
  for (const std::int64_t n : {100, 10000, 70001})
    EXPECT_LT(reduceOperation().limit(problemOf(reduceOperation(), elements(n))), 0.5 / static_cast<double>(n));
}

TEST(Reduce, RoundsEndInOneSum) {
  const StepPlan plan = step("sequential").plan(problemOf(reduceOperation(), elements(65537)));
  ASSERT_EQ(plan.launches.size(), 3u);
  EXPECT_EQ(plan.launches[0].shape.grid.x, 257u);
  EXPECT_EQ(plan.launches[1].shape.grid.x, 2u);
  EXPECT_EQ(plan.launches[2].shape.grid.x, 1u);
  for (const Step& each : reduceOperation().steps) {
    for (const std::int64_t n : {1, 256, 4097, 1 << 30}) {
      const StepPlan rounds = each.plan(problemOf(reduceOperation(), elements(n)));
      EXPECT_EQ(rounds.workspace.size() + 1, rounds.launches.size());
      EXPECT_EQ(rounds.launches.back().shape.grid.x, 1u);
    }
  }
}

// By hand: 257 elements are loaded and two sums stored; then those two are loaded and one stored.
TEST(Reduce, CostsAreExact) {
  const Problem problem = problemOf(reduceOperation(), elements(257));
  for (const std::string_view tree : {"interleaved", "sequential"}) {
    const Cost cost = step(tree).cost(problem);
    EXPECT_EQ(cost.flop, 256);
    EXPECT_EQ(cost.globalBytes, 4 * (257 + 2 + 2 + 1));
    EXPECT_EQ(cost.sharedBytes, 3 * 4 * (256 + 255 * 3 + 1));
    EXPECT_EQ(cost.minBytes, 4 * 258);
  }
  EXPECT_EQ(step("shuffle").cost(problem).sharedBytes, 3 * 4 * (8 + 8));
  EXPECT_EQ(step("vectorised").cost(problem).globalBytes, 4 * (257 + 1));
}

// With one block its threads go round many times, which else takes vectors of millions.
StepPlan oneBlock(const Problem& problem, std::string_view stepName) {
  StepPlan plan = step(stepName).plan(problem);
  plan.launches.resize(1);
  plan.launches[0].shape.grid = {1, 1, 1};
  plan.launches[0].arguments[1] = TensorArgument{1};
  plan.workspace.clear();
  return plan;
}

TEST(Reduce, ThreadsGoRoundAsOftenAsTheGridAsks) {
  for (const std::int64_t n : {1, 1024, 4099, 16384, 70001}) {
    Step coarsened = step("coarsened"), vectorised = step("vectorised");
    coarsened.plan = [](const Problem& problem) { return oneBlock(problem, "coarsened"); };
    vectorised.plan = [](const Problem& problem) { return oneBlock(problem, "vectorised"); };
    checkStep(reduceOperation(), coarsened, elements(n));
    checkStep(reduceOperation(), vectorised, elements(n));
  }
}

}  // namespace
}  // namespace strata::reduce_conformance
