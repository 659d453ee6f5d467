#include "layers/workloads/ladder/ladder_figures.h"

#include <gmock/gmock.h>

#include "kernels/conv2d/conv2d_operation.h"

namespace strata {
namespace {

// Registers are of the kernel that ran: a step may choose a template's numbers by the problem.
TEST(OccupancyFigures, AskForTheKernelThatThisProblemLaunches) {
  const Step* step = findStep(conv2dOperation(), "implicit");
  ASSERT_NE(step, nullptr);
  for (const std::int64_t filters : {8, 256}) {
    LadderPlan plan;
    plan.operation = &conv2dOperation();
    plan.problem = Problem(conv2dOperation().parameters).set("filters", filters);
    std::string asked;
    RunResult result;
    addOccupancyFigures(result, plan, *step, {}, [&](std::string_view kernel) {
      asked = kernel;
      return std::optional(KernelResources{77, 0, 0});
    });
    const StepPlan launched = step->plan(plan.problem);
    EXPECT_THAT(launched.launches, testing::Contains(testing::Field(&KernelLaunch::kernel, asked))) << filters;
    EXPECT_EQ(result.figures.front().value, 77);
  }
}

TEST(OccupancyFigures, SayNothingOfAKernelThatNobodyKnows) {
  LadderPlan plan;
  plan.operation = &conv2dOperation();
  plan.problem = Problem(conv2dOperation().parameters);
  RunResult result;
  addOccupancyFigures(result, plan, conv2dOperation().steps.front(), {}, [](std::string_view) { return std::nullopt; });
  EXPECT_TRUE(result.figures.empty());
}

}  // namespace
}  // namespace strata
