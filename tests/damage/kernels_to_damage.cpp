#include "tests/damage/kernels_to_damage.h"

#include <string>

#include "app/session/choices.h"
#include "engine/backends/cpu/cpu_device.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/ladder/check_problems.h"
#include "tests/kernels/odd_problems.h"
#include "tests/layers/kernel_corpus.h"

namespace strata::test {
namespace {

void add(std::vector<Request>& all, std::string experiment, std::vector<std::string> set, OwnKernel kernel) {
  set.emplace_back("repeat=1");
  set.emplace_back("roofs=off");
  std::vector<std::string> variants;
  if (experiment != kKernelExperiment) variants.push_back(kernel.name);
  if (auto request = requestFor({std::move(experiment), std::move(set), std::move(variants)}, {std::move(kernel)});
      request.ok())
    all.push_back(std::move(request).value());
}

void addSteps(std::vector<Request>& all) {
  const auto device = openCpuDevice();
  for (const Operation* operation : ladders())
    for (const Step& step : operation->steps)
      for (const Problem& problem : oddProblems(*operation, step, device.value()->info(), /*seed=*/1, /*most=*/1)) {
        OwnKernel copy = ownCopyOf(step);
        copy.name = "mine";
        add(all, std::string(operation->name), assignmentsOf(problem), std::move(copy));
      }
}

void addSolutions(std::vector<Request>& all) {
  for (const PuzzlePage& puzzle : puzzlePages())
    add(all, puzzle.page.run.experiment, puzzle.page.run.set, puzzle.solution);
}

void addFreeKernels(std::vector<Request>& all) {
  for (const OwnKernel& kernel : rightKernels()) add(all, std::string(kKernelExperiment), {}, kernel);
}

void addWrongKernels(std::vector<Request>& all) {
  for (const std::string& file : wrongKernels()) {
    const WrongKernel wrong = readWrongKernel(file);
    add(all, std::string(wrong.operation->name), assignmentsOf(wrong.problem),
        {wrong.name, wrong.name + ".cu", wrong.text, wrong.like});
  }
}

}  // namespace

std::vector<Request> kernelsToDamage() {
  std::vector<Request> all;
  addSteps(all);
  addSolutions(all);
  addFreeKernels(all);
  addWrongKernels(all);
  return all;
}

}  // namespace strata::test
