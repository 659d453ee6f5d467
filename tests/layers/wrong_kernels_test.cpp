#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/microscope/microscope.h"
#include "layers/workloads/ladder/check_problems.h"
#include "layers/workloads/ladder/step_check.h"
#include "tests/layers/kernel_corpus.h"

namespace strata {
namespace {

using test::WrongKernel;

class WrongKernels : public testing::TestWithParam<std::string> {};

TEST_P(WrongKernels, AreFoundOutAtTheirLines) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const WrongKernel kernel = test::readWrongKernel(GetParam());
  auto step =
      makeOwnStep(*kernel.operation, kernel.problem, {kernel.name, kernel.name + ".cu", kernel.text, kernel.like});
  ASSERT_TRUE(step.ok()) << step.error().message;
  const auto device = openCpuDevice();
  TraceRecorder recorder;
  WorkContext context{*device.value(), recorder, {}, {}, {}, {}};
  const Problem problems[] = {kernel.problem};
  const auto found = checkStep(hostKernels(), *kernel.operation, problems, *step.value(), 1, context);
  ASSERT_TRUE(found.ok()) << found.error().message;
  std::set<std::pair<int, std::string>> seen;
  std::string all;
  for (const Finding& finding : found.value().findings) {
    seen.emplace(finding.line, finding.kind);
    if (finding.otherLine > 0 && finding.kind != "warp function") seen.emplace(finding.otherLine, finding.kind);
    EXPECT_FALSE(finding.sentence.empty());
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(finding.thread[i], finding.blockSize[i]);
      EXPECT_LT(finding.block[i], finding.grid[i]);
    }
    all += std::to_string(finding.line) + " " + finding.kind + ": " + finding.sentence + "\n";
  }
  EXPECT_EQ(seen, kernel.marks) << all;
}

INSTANTIATE_TEST_SUITE_P(Corpus, WrongKernels, testing::ValuesIn(test::wrongKernels()),
                         [](const auto& test) { return std::filesystem::path(test.param).stem().string(); });

}  // namespace
}  // namespace strata
