#include "kernels/copy/copy_operation.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::copy_conformance {
namespace {

LadderCase strided(std::int64_t n, std::int64_t stride) {
  return {{"n", n}, {"stride", stride}};
}

LadderCase shifted(std::int64_t n, std::int64_t offset) {
  return {{"n", n}, {"offset", offset}};
}

const bool kRegistered = registerConformanceTests(
    copyOperation(), {strided(1, 1),     strided(2, 1),    strided(3, 1),    strided(5, 1),    strided(31, 1),
                      strided(255, 1),   strided(257, 1),  strided(1000, 1), strided(1023, 1), strided(1024, 1),
                      strided(1025, 1),  strided(4095, 1), strided(4096, 1), strided(4097, 1), strided(4099, 1),
                      strided(20011, 1), strided(1, 64),   strided(7, 3),    strided(1000, 2), strided(1000, 8),
                      strided(997, 33),  shifted(1, 64),   shifted(1000, 1), shifted(1025, 7), shifted(4096, 8)});

const Step& step(std::string_view name) {
  return *findStep(copyOperation(), name);
}

TEST(Copy, ReferenceTakesEveryStrideThElement) {
  const std::vector<float> in{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const TensorValues inputs[] = {in};
  std::vector<double> out(2, -1);
  copyReference(problemOf(copyOperation(), strided(4, 3)), inputs, 2, 4, out);
  EXPECT_EQ(out, (std::vector<double>{6, 9}));
}

TEST(Copy, ReferenceBeginsAtTheOffset) {
  const std::vector<float> in{0, 1, 2, 3, 4, 5};
  const TensorValues inputs[] = {in};
  std::vector<double> out(2, -1);
  copyReference(problemOf(copyOperation(), shifted(4, 2)), inputs, 1, 3, out);
  EXPECT_EQ(out, (std::vector<double>{3, 4}));
}

TEST(Copy, TwentyFourThreadsOfAThousandAreIdle) {
  const StepPlan plan = step("scalar").plan(problemOf(copyOperation(), strided(1000, 1)));
  EXPECT_EQ(plan.launches[0].shape.grid.count() * plan.launches[0].shape.block.count() - 1000, 24u);
}

TEST(Copy, BytesAreThoseOfTheWantedElements) {
  for (const Step& each : copyOperation().steps) {
    const Cost cost = each.cost(problemOf(copyOperation(), strided(1003, 4)));
    EXPECT_EQ(cost.globalBytes, 1003.0 * 8) << each.name;
    EXPECT_EQ(cost.minBytes, 1003.0 * 8) << each.name;
    EXPECT_EQ(cost.flop, 0);
  }
}

TEST(Copy, OnlyTheStridedStepTakesAStrideAndTheShiftedOneAnOffset) {
  for (const Step& each : copyOperation().steps) {
    EXPECT_EQ(each.refusal({}, problemOf(copyOperation(), strided(8, 1))), "");
    EXPECT_EQ(each.refusal({}, problemOf(copyOperation(), strided(8, 2))).empty(), each.name == "strided");
    EXPECT_EQ(each.refusal({}, problemOf(copyOperation(), shifted(8, 2))).empty(), each.name == "shifted");
  }
  EXPECT_NE(copyOperation().misfit(problemOf(copyOperation(), {{"n", 8}, {"stride", 2}, {"offset", 1}})), "");
  EXPECT_EQ(copyOperation().misfit(problemOf(copyOperation(), shifted((1 << 30) - 1, 1))), "");
  EXPECT_NE(copyOperation().misfit(problemOf(copyOperation(), shifted(1 << 30, 1))), "");
  EXPECT_EQ(copyOperation().misfit(problemOf(copyOperation(), strided(1 << 24, 64))), "");
  EXPECT_NE(copyOperation().misfit(problemOf(copyOperation(), strided((1 << 24) + 1, 64))), "");
}

}  // namespace
}  // namespace strata::copy_conformance
