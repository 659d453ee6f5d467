#include <gtest/gtest.h>

#include <string>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/microscope/microscope.h"
#include "layers/workloads/ladder/check_problems.h"
#include "layers/workloads/ladder/step_check.h"

namespace strata {
namespace {

struct SoundStep {
  const Operation* operation = nullptr;
  const Step* step = nullptr;
};

std::vector<SoundStep> allSteps() {
  std::vector<SoundStep> all;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps) all.push_back({operation, &step});
  return all;
}

class SoundKernels : public testing::TestWithParam<SoundStep> {};

/// No false alarm: every step, at sizes that fill its tiles and at some that do not.
TEST_P(SoundKernels, HaveNothingWrong) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const auto& [operation, step] = GetParam();
  const auto device = openCpuDevice();
  LadderPlan plan;
  plan.operation = operation;
  plan.problem = Problem(operation->parameters);
  const auto refuses = [&] { return step->refusal && !step->refusal(device.value()->info(), plan.problem).empty(); };
  if (plan.problem.has("type"))
    for (int type = 1; type < 3 && refuses(); ++type) plan.problem.set("type", type);
  if (refuses()) GTEST_SKIP() << step->refusal(device.value()->info(), plan.problem);
  const std::vector<Problem> problems = checkProblems(plan, *step, device.value()->info());
  const auto own = makeOwnStep(*operation, problems.front(), ownCopyOf(*step));
  ASSERT_TRUE(own.ok()) << own.error().message;
  TraceRecorder recorder;
  WorkContext context{*device.value(), recorder, {}, {}, {}, {}};
  const auto found = checkStep(hostKernels(), *operation, problems, *own.value(), 1, context);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_GT(found.value().accesses, 0u);
  for (const Finding& finding : found.value().findings)
    ADD_FAILURE() << finding.file << ":" << finding.line << " " << finding.kind << ": " << finding.sentence;
}

INSTANTIATE_TEST_SUITE_P(EveryStep, SoundKernels, testing::ValuesIn(allSteps()), [](const auto& test) {
  return std::string(test.param.operation->name) + "_" + std::string(test.param.step->name);
});

}  // namespace
}  // namespace strata
