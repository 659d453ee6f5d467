#include "app/session/run_forecast.h"

#include <algorithm>
#include <cmath>

#include "layers/workloads/ladder/ladder_experiment.h"
#include "layers/workloads/ladder/ladder_plan.h"
#include "layers/workloads/ladder/slow_steps.h"

namespace strata::inline session {
namespace {

std::optional<LadderPlan> planOf(const Request& request) {
  const Operation* operation = findOperation(request.name);
  if (operation == nullptr) return std::nullopt;
  auto plan = planLadder(*operation, ladderExperiment(*operation), request);
  return plan.ok() ? std::optional(std::move(plan).value()) : std::nullopt;
}

/// Of any variants: kernels that were brought are not kept with a run.
std::optional<LadderPlan> planOf(const RunRecord& run) {
  Request request = requestOf(run);
  request.variants.clear();
  return planOf(request);
}

/// One run of the variant, as it was measured or, where it was left out, expected.
double secondsOf(const RunResult& result) {
  if (result.status == RunResult::Status::Ok) return result.seconds.median;
  const Figure* expected = result.figure("expected_seconds");
  return expected ? expected->value : 0;
}

struct KnownRun {
  const RunResult* result = nullptr;
  double work = 0;
};

/// Of the runs on the device that tell what is asked of the variant, the one whose work was nearest to this one's: a
/// small run is all launches. Of several alike the newest.
KnownRun nearestRun(const LadderPlan& plan, const std::string& variant, const std::string& device,
                    std::span<const RunRecord> runs, const auto& tells) {
  const double work = workOf(*plan.operation, variant, plan.problem);
  KnownRun nearest;
  double least = 0;
  for (const RunRecord& run : runs) {
    if (run.experiment != plan.operation->name || run.device != device) continue;
    const auto result = std::ranges::find(run.results, variant, &RunResult::variant);
    if (result == run.results.end() || !tells(*result)) continue;
    const auto before = planOf(run);
    const double workBefore = before ? workOf(*plan.operation, variant, before->problem) : 0;
    const double distance = workBefore > 0 ? std::fabs(std::log(workBefore / work)) : 0;
    if (workBefore <= 0 || (nearest.result && distance > least)) continue;
    nearest = {&*result, workBefore};
    least = distance;
  }
  return nearest;
}

std::optional<double> onceIn(const LadderPlan& plan, const std::string& variant, const std::string& device,
                             std::span<const RunRecord> runs) {
  const auto [result, work] =
      nearestRun(plan, variant, device, runs, [](const RunResult& each) { return secondsOf(each) > 0; });
  if (!result) return std::nullopt;
  return secondsOf(*result) * workOf(*plan.operation, variant, plan.problem) / work;
}

/// How long counting the variant took: it takes samples, so it does not grow as the work does.
std::optional<double> countedIn(const LadderPlan& plan, const std::string& variant, const std::string& device,
                                std::span<const RunRecord> runs) {
  const KnownRun nearest =
      nearestRun(plan, variant, device, runs, [](const RunResult& each) { return each.figure(kCountingTime); });
  if (!nearest.result) return std::nullopt;
  return nearest.result->figure(kCountingTime)->value;
}

bool counts(const LadderPlan& plan, const std::string& device) {
  return plan.modelGpu != kModelNone && (plan.modelGpu != kModelAuto || device.starts_with("cpu"));
}

void addCounting(RunForecast& found, const LadderPlan& plan, const std::string& device,
                 std::span<const RunRecord> runs) {
  for (const std::string& variant : plan.variants)
    if (const auto seconds = countedIn(plan, variant, device, runs))
      found.counting.ns += static_cast<std::int64_t>(*seconds * 1e9);
  found.time += found.counting;
}

}  // namespace

std::optional<RunForecast> forecast(const Request& request, const std::string& device,
                                    std::span<const RunRecord> runs) {
  const auto plan = planOf(request);
  if (!plan) return std::nullopt;
  RunForecast found;
  found.times = plan->repeat + 1;
  if (counts(*plan, device)) addCounting(found, *plan, device, runs);
  if (plan->onlyModelled) return found.counting.ns > 0 ? std::optional(found) : std::nullopt;
  for (const std::string& variant : plan->variants) {
    const auto once = onceIn(*plan, variant, device, runs);
    if (!once) {
      found.unknown.push_back(variant);
      continue;
    }
    const Duration all{static_cast<std::int64_t>(*once * found.times * 1e9)};
    if (all > kSlowStep && !plan->runSlow)
      found.slow.push_back(variant);
    else
      found.time += all;
  }
  if (found.unknown.size() == plan->variants.size() && found.counting.ns == 0) return std::nullopt;
  return found;
}

std::string shapeOf(const RunRecord& run) {
  const auto plan = planOf(run);
  return plan ? plan->shapeText() : std::string{};
}

}  // namespace strata::inline session
