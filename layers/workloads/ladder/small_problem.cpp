#include "layers/workloads/ladder/small_problem.h"

#include <algorithm>

namespace strata::inline workloads {
namespace {

constexpr double kSlowestFlops = 2e8, kSlowestBytes = 1e8;  // a second
constexpr double kSmallSeconds = 0.15;                      ///< of the slowest kernel, for each compute unit
constexpr std::int64_t kGrain = 64;  ///< sizes are cut to multiples, so that steps made for such still fit

double secondsOf(const Operation& operation, const Problem& problem) {
  return slowestSeconds(operation.steps.front().cost(problem));
}

std::int64_t halved(std::int64_t size) {
  const std::int64_t half = size / 2;
  return half > kGrain ? half - half % kGrain : half;
}

bool keepsUnitsBusy(const LadderPlan& plan, const Problem& problem, const DeviceInfo& device) {
  return std::ranges::all_of(plan.variants, [&](const std::string& variant) {
    const Step* step = plan.step(variant);
    return step == nullptr || unitsBusy(*step, problem, device) >= unitsBusy(*step, plan.problem, device);
  });
}

/// The problem with its greatest size halved that makes less of it; the same where there is none.
Problem smallerBy(const LadderPlan& plan, const Problem& problem, const DeviceInfo& device, bool keepBusy) {
  const Operation& operation = *plan.operation;
  const double before = secondsOf(operation, problem);
  Problem best = problem;
  std::int64_t greatest = 1;
  for (const OperationParameter& parameter : problem.parameters()) {
    const std::int64_t size = problem[parameter.name];
    if (!parameter.choices.empty() || size <= greatest || halved(size) < parameter.min) continue;
    const Problem smaller = Problem(problem).set(parameter.name, halved(size));
    if (operation.misfit && !operation.misfit(smaller).empty()) continue;
    if (secondsOf(operation, smaller) >= before) continue;
    if (keepBusy && !keepsUnitsBusy(plan, smaller, device)) continue;
    greatest = size;
    best = smaller;
  }
  return best;
}

}  // namespace

double slowestSeconds(const Cost& cost) {
  return cost.flopWithPadding() / kSlowestFlops + cost.minBytes / kSlowestBytes;
}

Problem smallProblem(const LadderPlan& plan, const DeviceInfo& device) {
  const double enough = kSmallSeconds * std::max(1u, device.computeUnits);
  Problem problem = plan.problem;
  for (const bool keepBusy : {true, false})
    while (secondsOf(*plan.operation, problem) > enough) {
      Problem smaller = smallerBy(plan, problem, device, keepBusy);
      if (smaller == problem) break;
      problem = std::move(smaller);
    }
  return problem;
}

double unitsBusy(const Step& step, const Problem& problem, const DeviceInfo& device) {
  if (step.refusal && !step.refusal(device, problem).empty()) return 1;
  std::uint64_t blocks = 1;
  for (const KernelLaunch& launch : step.plan(problem).launches) blocks = std::max(blocks, launch.shape.grid.count());
  return static_cast<double>(std::min<std::uint64_t>(blocks, std::max(1u, device.computeUnits)));
}

}  // namespace strata::inline workloads
