#include "kernels/divergence/divergence_operation.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::divergence_conformance {
namespace {

LadderCase work(std::int64_t n, std::int64_t run, std::int64_t iterations) {
  return {{"n", n}, {"neighbours", run}, {"iterations", iterations}};
}

const bool kRegistered = registerConformanceTests(
    divergenceOperation(),
    {work(1, 1, 1), work(2, 1, 9), work(3, 2, 100), work(31, 1, 7), work(33, 32, 5), work(255, 4, 30),
     work(256, 128, 3), work(257, 1, 64), work(1000, 1, 11), work(1000, 32, 11), work(1000, 64, 11), work(4097, 8, 20),
     work(999, 7, 13), work(20011, 1, 2)});

TEST(Divergence, ReferenceIsThatOfTheIterationsOneByOne) {
  const Problem problem = problemOf(divergenceOperation(), work(7, 2, 99));
  const std::vector<float> in{0.25f, -1, 0.5f, 1, -0.125f, 0, 0.75f};
  const TensorValues inputs[] = {in};
  std::vector<double> out(5, -9);
  divergenceReference(problem, inputs, 1, 6, out);
  const auto [scale, shift] = divergenceFactors(problem);
  for (std::size_t i = 1; i < 6; ++i) {
    long double value = in[i];
    for (int k = 0; k < 99; ++k) value = i == 2 || i == 3 ? shift - scale * value : scale * value + shift;
    EXPECT_NEAR(out[i - 1], static_cast<double>(value), 1e-12) << i;
  }
}

TEST(Divergence, TwentyFourThreadsOfAThousandAreIdle) {
  for (const Step& each : divergenceOperation().steps) {
    const LaunchShape shape = each.plan(problemOf(divergenceOperation(), work(1000, 1, 1))).launches[0].shape;
    EXPECT_EQ(shape.grid.count() * shape.block.count() - 1000, 24u);
  }
}

TEST(Divergence, BothStepsCostTheSame) {
  for (const Step& each : divergenceOperation().steps) {
    const Cost cost = each.cost(problemOf(divergenceOperation(), work(1001, 1, 10)));
    EXPECT_EQ(cost.flop, 20020);
    EXPECT_EQ(cost.globalBytes, 8008);
    EXPECT_EQ(cost.minBytes, 8008);
  }
}

TEST(Divergence, ThreadsAreDealtOutOnlyWhereRunsDivideTheBlock) {
  const Step& warps = *findStep(divergenceOperation(), "warps");
  for (const std::int64_t run : {1, 2, 32, 64, 128})
    EXPECT_EQ(warps.refusal({}, problemOf(divergenceOperation(), work(9, run, 1))), "") << run;
  for (const std::int64_t run : {3, 31, 96, 127})
    EXPECT_NE(warps.refusal({}, problemOf(divergenceOperation(), work(9, run, 1))), "") << run;
}

}  // namespace
}  // namespace strata::divergence_conformance
