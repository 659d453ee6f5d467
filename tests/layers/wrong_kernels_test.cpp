#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/microscope/microscope.h"
#include "layers/workloads/ladder/check_problems.h"
#include "layers/workloads/ladder/step_check.h"

namespace strata {
namespace {

/// A kernel in which something is wrong: its first line says what it is launched like, "// like: saxpy naive n=1000",
/// and "//! race" stands where a race is to be found.
struct WrongKernel {
  std::string name, text;
  const Operation* operation = nullptr;
  std::string like;
  Problem problem;
  std::set<std::pair<int, std::string>> marks;
};

constexpr std::string_view kKinds[] = {"out of bounds", "misaligned", "uninitialised", "race",
                                       "lockstep",      "barrier",    "warp function", "endless"};

WrongKernel read(const std::string& path) {
  WrongKernel kernel;
  kernel.name = std::filesystem::path(path).stem().string();
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    kernel.text += line + "\n";
    if (number == 1) {
      std::istringstream words(line.substr(line.find(':') + 1));
      std::string operation, assignment;
      words >> operation >> kernel.like;
      kernel.operation = findOperation(operation);
      kernel.problem = Problem(kernel.operation->parameters);
      while (words >> assignment)
        kernel.problem.set(assignment.substr(0, assignment.find('=')),
                           std::stoll(assignment.substr(assignment.find('=') + 1)));
    }
    const std::size_t mark = line.find("//!");
    if (mark == std::string::npos) continue;
    for (const std::string_view kind : kKinds)
      if (line.find(kind, mark) != std::string::npos) kernel.marks.emplace(number, std::string(kind));
  }
  return kernel;
}

std::vector<std::string> wrongKernels() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(STRATA_WRONG_KERNELS))
    files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

class WrongKernels : public testing::TestWithParam<std::string> {};

TEST_P(WrongKernels, AreFoundOutAtTheirLines) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const WrongKernel kernel = read(GetParam());
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
    all += std::to_string(finding.line) + " " + finding.kind + ": " + finding.sentence + "\n";
  }
  EXPECT_EQ(seen, kernel.marks) << all;
}

INSTANTIATE_TEST_SUITE_P(Corpus, WrongKernels, testing::ValuesIn(wrongKernels()),
                         [](const auto& test) { return std::filesystem::path(test.param).stem().string(); });

}  // namespace
}  // namespace strata
