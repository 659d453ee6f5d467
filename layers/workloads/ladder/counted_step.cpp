#include "layers/workloads/ladder/counted_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernels/microscope/memory_counts.h"

namespace strata::inline workloads {
namespace {

constexpr double kCountedAccesses = 1.5e6;  ///< of threads, that are looked at one by one: a tenth of a second
constexpr std::int64_t kDepthStep = 64;     ///< no step's loop takes more at a time
constexpr double kBytesPerAccess = 4;

Sample countingSample(const Operation& operation, Dim3 grid, double part) {
  const auto most = static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(grid.count())));
  return operation.leastBlocks > 1 ? scatteredSample(grid, most) : spreadSample(grid, most);
}

double blocksOf(const StepPlan& plan) {
  double blocks = 0;
  for (const KernelLaunch& launch : plan.launches) blocks += static_cast<double>(launch.shape.grid.count());
  return blocks;
}

/// How many blocks of each launch are counted, as a part of all.
double countedPart(const Operation& operation, const Problem& problem, const Step& step) {
  const Cost cost = step.cost(problem);
  const double accesses = (cost.globalBytes + cost.sharedBytes) / kBytesPerAccess + cost.flopWithPadding() / 2;
  const double blocks = blocksOf(step.plan(problem));
  const double part = accesses > 0 ? kCountedAccesses / accesses : 64 / blocks;
  return std::min(1.0, std::max(part, operation.leastBlocks / blocks));
}

/// Two problems of less depth, from whose counts those of the plan's follow: its loops turn equally often for each
/// kDepthStep more. Empty where it is not deep, or where the step would launch something else.
std::vector<Problem> shallowProblems(const LadderPlan& plan, const Step& step) {
  const std::string_view depth = plan.operation->depth;
  if (depth.empty() || plan.problem[depth] < 4 * kDepthStep) return {};
  const auto like = [&](const StepPlan& a, const StepPlan& b) {
    return std::ranges::equal(a.launches, b.launches, [](const KernelLaunch& x, const KernelLaunch& y) {
      return x.kernel == y.kernel && x.shape.grid == y.shape.grid && x.shape.block == y.shape.block;
    });
  };
  std::vector<Problem> problems;
  for (const std::int64_t turns : {1, 2}) {
    Problem problem = plan.problem;
    problem.set(depth, turns * kDepthStep + plan.problem[depth] % kDepthStep);
    if (!like(step.plan(problem), step.plan(plan.problem))) return {};
    problems.push_back(std::move(problem));
  }
  return problems;
}

/// What a place came to at a depth, from what it came to at two smaller ones: `steps` of their distance above the
/// first.
ObservedPlace deeper(const ObservedPlace& one, const ObservedPlace& two, std::uint64_t steps) {
  ObservedPlace place = two;
  for (std::uint64_t ObservedPlace::*count :
       {&ObservedPlace::requests, &ObservedPlace::lanes, &ObservedPlace::sectors, &ObservedPlace::lines,
        &ObservedPlace::usedBytes, &ObservedPlace::wavefronts, &ObservedPlace::phases, &ObservedPlace::turns})
    place.*count = one.*count + steps * (two.*count - std::min(one.*count, two.*count));
  return place;
}

/// nullopt where the two did not come by the same places.
std::optional<std::vector<CountedLaunch>> deeper(const std::vector<CountedLaunch>& one, std::vector<CountedLaunch> two,
                                                 std::uint64_t steps) {
  if (one.size() != two.size()) return std::nullopt;
  for (std::size_t l = 0; l < one.size(); ++l) {
    if (one[l].places.size() != two[l].places.size()) return std::nullopt;
    for (std::size_t p = 0; p < one[l].places.size(); ++p)
      two[l].places[p] = deeper(one[l].places[p], two[l].places[p], steps);
  }
  return two;
}

Result<std::vector<CountedLaunch>> counted(const Operation& operation, const Problem& problem, const Step& step,
                                           const MemoryWatch& watch, const AccessWidths& widths,
                                           const RunStepOnce& runOnce) {
  const double part = countedPart(operation, problem, step);
  watch.choose(
      [&operation, part](const ObservedLaunch& launch) { return countingSample(operation, launch.shape.grid, part); },
      widths);
  STRATA_TRY(runOnce(problem, watch.find));
  return watch.takeLaunches();
}

}  // namespace

Result<CountedStep> countedLaunches(const LadderPlan& plan, const Step& step, const MemoryWatch& watch,
                                    const AccessWidths& widths, const RunStepOnce& runOnce) {
  const std::vector<Problem> shallow = shallowProblems(plan, step);
  if (!shallow.empty()) {
    STRATA_ASSIGN(const std::vector<CountedLaunch> one,
                  counted(*plan.operation, shallow[0], step, watch, widths, runOnce));
    STRATA_ASSIGN(std::vector<CountedLaunch> two, counted(*plan.operation, shallow[1], step, watch, widths, runOnce));
    const std::string_view depth = plan.operation->depth;
    const auto steps = static_cast<std::uint64_t>(plan.problem[depth] / kDepthStep - 1);
    if (auto all = deeper(one, std::move(two), steps))
      return CountedStep{std::move(*all), fmt::format("{} {} and {} of {}", depth, shallow[0][depth], shallow[1][depth],
                                                      plan.problem[depth])};
  }
  STRATA_ASSIGN(std::vector<CountedLaunch> all, counted(*plan.operation, plan.problem, step, watch, widths, runOnce));
  return CountedStep{std::move(all)};
}

}  // namespace strata::inline workloads
