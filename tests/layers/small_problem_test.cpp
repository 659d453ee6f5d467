#include "layers/workloads/ladder/small_problem.h"

#include <gtest/gtest.h>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/peak/peak_operation.h"
#include "layers/workloads/ladder/slow_steps.h"

namespace strata {
namespace {

LadderPlan planOf(const Operation& operation, Problem problem, std::string variant) {
  LadderPlan plan;
  plan.operation = &operation;
  plan.problem = std::move(problem);
  plan.variants = {std::move(variant)};
  return plan;
}

DeviceInfo processor(std::uint32_t cores) {
  DeviceInfo device;
  device.backend = "cpu";
  device.computeUnits = cores;
  return device;
}

// A block of chains_128 computes 32768 values.
TEST(SmallProblem, KeepsAsManyUnitsBusyAsTheWhole) {
  const Problem whole = Problem(peakOperation().parameters).set("n", 2097152).set("iterations", 65536);
  const LadderPlan plan = planOf(peakOperation(), whole, "chains_128");
  for (const std::uint32_t cores : {2u, 16u, 64u}) {
    const DeviceInfo device = processor(cores);
    const Problem small = smallProblem(plan, device);
    EXPECT_GE(small["n"], cores * 32768);
    EXPECT_LT(small["iterations"], 65536);
    EXPECT_LE(slowestSeconds(peakOperation().steps.front().cost(small)), 0.15 * cores);
    const Step& step = *plan.step("chains_128");
    EXPECT_EQ(unitsBusy(step, small, device), unitsBusy(step, whole, device));
  }
}

TEST(SmallProblem, WholeProblemsWithFewBlocksStayAsTheyAre) {
  const Problem whole = Problem(peakOperation().parameters).set("n", 70000).set("iterations", 65536);
  const LadderPlan plan = planOf(peakOperation(), whole, "chains_128");
  EXPECT_EQ(smallProblem(plan, processor(132))["n"], 70000) << "three blocks, and two of 35000";
  EXPECT_EQ(unitsBusy(*plan.step("chains_128"), whole, processor(132)), 3);
}

// What a block computes beyond the last value takes as long as what it computes before it.
TEST(SmallProblem, PaddingIsWork) {
  const auto work = [](std::int64_t n) {
    return workOf(peakOperation(), "chains_128", Problem(peakOperation().parameters).set("n", n));
  };
  EXPECT_EQ(work(2097152) / work(4096), 64);
  const Problem padded = Problem(conv2dOperation().parameters).set("c", 1).set("h", 3).set("filters", 1).set("pad", 64);
  EXPECT_EQ(workOf(conv2dOperation(), "implicit", padded), 2.0 * 129 * 129 * 9);
}

}  // namespace
}  // namespace strata
