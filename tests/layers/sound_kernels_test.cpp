#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <string>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/microscope/microscope.h"
#include "layers/workloads/kernel/free_problems.h"
#include "layers/workloads/ladder/check_problems.h"
#include "layers/workloads/ladder/step_check.h"
#include "tests/kernels/odd_problems.h"
#include "tests/layers/kernel_corpus.h"

// No false alarm: kernels in which nothing is wrong, at sizes that fill their tiles and at many that do not.

namespace strata {
namespace {

using test::oddProblems;

/// How many odd problems a step is tried at: STRATA_SOUND_PROBLEMS asks for more, by hand.
std::size_t howManyProblems(std::size_t few) {
  const char* asked = std::getenv("STRATA_SOUND_PROBLEMS");
  return asked ? std::strtoull(asked, nullptr, 10) : few;
}

class SoundKernels : public testing::Test {
 protected:
  void SetUp() override {
    if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  }

  const DeviceInfo& device() const { return m_device->info(); }

  /// Problems that launch the same kernels are looked at together: they are compiled once.
  void expectNothingWrong(const Operation& operation, const std::vector<Problem>& problems, const OwnKernel& kernel) {
    std::map<std::vector<std::pair<std::string, std::string>>, std::vector<Problem>> alike;
    std::map<std::vector<std::pair<std::string, std::string>>, std::unique_ptr<const OwnStep>> steps;
    for (const Problem& problem : problems) {
      auto step = makeOwnStep(operation, problem, kernel);
      ASSERT_TRUE(step.ok()) << step.error().message;
      alike[step.value()->kernels].push_back(problem);
      steps[step.value()->kernels] = std::move(step).value();
    }
    for (const auto& [kernels, step] : steps)
      expectNone(checkStep(hostKernels(), operation, alike[kernels], *step, 1, m_context), alike[kernels].size());
  }

  void expectNone(const Result<KernelFindings>& found, std::size_t problems) {
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found.value().problems.size(), problems);
    EXPECT_GT(found.value().accesses, 0u);
    for (const Finding& finding : found.value().findings)
      ADD_FAILURE() << finding.file << ":" << finding.line << " " << finding.kind << ": " << finding.sentence;
    m_looked += problems;
    RecordProperty("problems", static_cast<int>(m_looked));
  }

  const std::unique_ptr<Device> m_device = openCpuDevice().value();
  TraceRecorder m_recorder;
  WorkContext m_context{*m_device, m_recorder, {}, {}, {}, {}};
  std::size_t m_looked = 0;
};

template <class Kernel>
class SoundKernelsOf : public SoundKernels, public testing::WithParamInterface<Kernel> {};

/// A name that a test may have.
std::string testName(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char letter) { return !std::isalnum(letter); }, '_');
  return text;
}

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

using SoundSteps = SoundKernelsOf<SoundStep>;

TEST_P(SoundSteps, HaveNothingWrong) {
  const auto& [operation, step] = GetParam();
  LadderPlan plan;
  plan.operation = operation;
  plan.problem = Problem(operation->parameters);
  const auto refuses = [&] { return step->refusal && !step->refusal(device(), plan.problem).empty(); };
  if (plan.problem.has("type"))
    for (int type = 1; type < 3 && refuses(); ++type) plan.problem.set("type", type);
  std::vector<Problem> problems;
  if (!refuses()) problems = checkProblems(plan, *step, device());
  for (const Problem& problem : oddProblems(*operation, *step, device(), /*seed=*/22, howManyProblems(2)))
    if (std::ranges::find(problems, problem) == problems.end()) problems.push_back(problem);
  if (problems.empty()) GTEST_SKIP() << step->refusal(device(), plan.problem);
  expectNothingWrong(*operation, problems, ownCopyOf(*step));
}

INSTANTIATE_TEST_SUITE_P(EveryStep, SoundSteps, testing::ValuesIn(allSteps()), [](const auto& test) {
  return std::string(test.param.operation->name) + "_" + std::string(test.param.step->name);
});

using SoundSolutions = SoundKernelsOf<test::PuzzlePage>;

TEST_P(SoundSolutions, HaveNothingWrong) {
  const auto& [name, page, solution] = GetParam();
  const Operation& operation = *findOperation(page.run.experiment);
  LadderPlan plan;
  plan.operation = &operation;
  plan.problem = test::problemOf(operation, page.run.set);
  expectNothingWrong(operation, checkProblems(plan, *findStep(operation, page.puzzle.step), device()), solution);
}

INSTANTIATE_TEST_SUITE_P(EveryPuzzle, SoundSolutions, testing::ValuesIn(test::puzzlePages()),
                         [](const auto& test) { return testName(test.param.name); });

using SoundFreeKernels = SoundKernelsOf<OwnKernel>;

TEST_P(SoundFreeKernels, HaveNothingWrong) {
  const auto kernel = readFreeKernel(GetParam());
  ASSERT_TRUE(kernel.ok()) << kernel.error().message;
  const auto plan = planFree(kernel.value(), {});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  const OwnText text{GetParam().file, GetParam().text, {}};
  std::vector<std::pair<std::string, std::string>> kernels;
  for (const std::string& name : plan.value().kernelNames) kernels.emplace_back(name, name);
  const std::vector<ChosenSizes> sizes = watchedSizes(plan.value());
  auto at = sizes.begin();
  std::optional<FreePlan> watched;  // launches point into it
  const auto next = [&]() -> Result<std::optional<WatchedRun>> {
    if (at == sizes.end()) return std::optional<WatchedRun>();
    STRATA_ASSIGN(watched, planFree(kernel.value(), *at++));
    STRATA_ASSIGN(WatchedRun run, watchedRunOf(*watched, /*seed=*/1, {}));
    return std::optional(std::move(run));
  };
  expectNone(hostKernels().check({text, {}, kernels}, next, m_context), sizes.size());
}

INSTANTIATE_TEST_SUITE_P(EveryFile, SoundFreeKernels, testing::ValuesIn(test::rightKernels()),
                         [](const auto& test) { return testName(test.param.name); });

}  // namespace
}  // namespace strata
