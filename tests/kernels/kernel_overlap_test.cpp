#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/operation/kernel_table.h"
#include "kernels/operation/operation.h"

// A kernel may be started early only where its text waits for the one before; and where it does, it is.

namespace strata {
namespace {

/// The text of the kernel in a step's source: from its name to the next kernel's.
std::string_view textOf(std::string_view source, std::string_view kernel) {
  const std::string name = std::string(kernel.substr(0, kernel.find('<'))) + "(";
  const std::size_t begin = source.find(name);
  if (begin == std::string_view::npos) return {};
  return source.substr(begin, source.find("__global__", begin) - begin);
}

bool waits(std::string_view source, std::string_view text) {
  constexpr std::string_view kWaits = "waitForKernelBefore()";
  if (text.find(kWaits) != std::string_view::npos) return true;
  // linear_in_flight waits in a function of its file.
  return text.find("linearAddPieces") != std::string_view::npos && source.find(kWaits) != std::string_view::npos;
}

/// The parameters of a kernel that its text, from its name on, says nobody else writes while it runs.
std::set<std::string> restricted(std::string_view text) {
  constexpr std::string_view kRestrict = "__restrict__ ";
  std::set<std::string> names;
  const std::string_view parameters = text.substr(0, text.find(") {"));
  for (std::size_t at = parameters.find(kRestrict); at != std::string_view::npos; at = parameters.find(kRestrict, at)) {
    at += kRestrict.size();
    names.insert(std::string(parameters.substr(at, parameters.find_first_of(",)", at) - at)));
  }
  return names;
}

/// The default's, and with each other choice of each parameter.
std::vector<Problem> problemsOf(const Operation& operation) {
  std::vector<Problem> problems{Problem(operation.parameters)};
  for (const OperationParameter& parameter : operation.parameters)
    for (std::size_t i = 0; i < parameter.choices.size(); ++i)
      problems.push_back(Problem(operation.parameters).set(parameter.name, static_cast<std::int64_t>(i)));
  return problems;
}

TEST(KernelOverlap, ThoseKernelsMayBeginEarlyThatWait) {
  std::set<std::string_view> waiting, others;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      for (const Problem& problem : problemsOf(*operation))
        for (const KernelLaunch& launch : step.plan(problem).launches) {
          const std::string_view text = textOf(step.source, launch.kernel);
          const KernelEntry kernel = findKernel(launch.kernel);
          EXPECT_EQ(kernel.waits, waits(step.source, text)) << launch.kernel;
          EXPECT_EQ(kernel.waits, text.find("letKernelAfterBegin()") != std::string_view::npos) << launch.kernel;
          (kernel.waits ? waiting : others).insert(launch.kernel);
        }
  EXPECT_GE(waiting.size(), 15u);
  EXPECT_GE(others.size(), 100u);
}

// Of anything else __restrict__ would let compilers load before the wait, or through a cache that sees no writes; of
// what a kernel writes, too, as then nothing that it reads would be written.
TEST(KernelOverlap, NothingButWeightsIsPromisedToStayAsItIs) {
  std::set<std::string> promised;
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps)
      for (const Problem& problem : problemsOf(*operation))
        for (const KernelLaunch& launch : step.plan(problem).launches)
          if (findKernel(launch.kernel).waits)
            for (const std::string& name : restricted(textOf(step.source, launch.kernel)))
              promised.insert(std::string(launch.kernel.substr(0, launch.kernel.find('<'))) + " " + name);
  EXPECT_EQ(promised, (std::set<std::string>{"linear_in_flight scales", "linear_in_flight weights", "norm_block bias",
                                             "norm_block weight"}));
}

}  // namespace
}  // namespace strata
