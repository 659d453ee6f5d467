#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "kernels/operation/operation.h"

// What a step says it is made for is what its text does.

namespace strata {
namespace {

std::string fileText(const std::string& path) {
  std::ifstream file(std::string(STRATA_SOURCE_DIR "/") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The text, that of the step from which it has its kernel, and the device code that is included.
std::string wholeText(const Operation& operation, const Step& step) {
  std::string all(step.source);
  const std::string kernel = std::string(step.kernel.substr(0, step.kernel.find('<'))) + "(";
  for (const Step& other : operation.steps)
    if (all.find(kernel) == std::string::npos && other.source.find(kernel) != std::string_view::npos)
      all += other.source;
  const std::regex include("#include \"(kernels/[a-z0-9_]+/[a-z0-9_]+\\.cuh)\"");
  std::string included;
  for (std::sregex_iterator at(all.begin(), all.end(), include), end; at != end; ++at)
    included += fileText((*at)[1].str());
  return all + included;
}

bool holds(const std::string& text, const char* pattern) {
  return std::regex_search(text, std::regex(pattern));
}

TEST(MadeFor, IsWhatTheTextOfEachStepDoes) {
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps) {
      SCOPED_TRACE(std::string(operation->name) + " " + std::string(step.name));
      const std::string text = wholeText(*operation, step);
      const bool together = holds(text, "__shared__|__sync|__shfl|matrix_unit::");
      const bool alone = holds(text, "compat/lanes\\.h") || holds(text, "block \\(1\\)");
      EXPECT_FALSE(together && alone);
      EXPECT_EQ(step.madeFor == MadeFor::Processors, alone);
      if (together) {
        EXPECT_EQ(step.madeFor, MadeFor::Gpus);
      }
      if (step.madeFor == MadeFor::Gpus) {
        EXPECT_TRUE(together || holds(text, "warp")) << "nothing of it is a GPU's affair";
      }
    }
}

TEST(MadeFor, LaddersOfTensorsHaveBothKinds) {
  std::size_t gpus = 0, processors = 0, both = 0;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      ++(step.madeFor == MadeFor::Gpus ? gpus : step.madeFor == MadeFor::Processors ? processors : both);
  EXPECT_GT(gpus, 20u);
  EXPECT_GT(processors, 4u);
  EXPECT_GT(both, 10u);
}

}  // namespace
}  // namespace strata
