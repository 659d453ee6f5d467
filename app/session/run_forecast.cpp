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

std::optional<LadderPlan> planOf(const RunRecord& run) {
  return planOf(requestOf(run));
}

/// One run of the variant, as it was measured or, where it was left out, expected.
double secondsOf(const RunResult& result) {
  if (result.status == RunResult::Status::Ok) return result.seconds.median;
  const Figure* expected = result.figure("expected_seconds");
  return expected ? expected->value : 0;
}

/// The newest run tells.
std::optional<double> onceIn(const LadderPlan& plan, const std::string& variant, const std::string& device,
                             std::span<const RunRecord> runs) {
  const double work = workOf(*plan.operation, variant, plan.problem);
  for (std::size_t i = runs.size(); i-- > 0;) {
    const RunRecord& run = runs[i];
    if (run.experiment != plan.operation->name || run.device != device) continue;
    const auto before = planOf(run);
    const double workBefore = before ? workOf(*plan.operation, variant, before->problem) : 0;
    for (const RunResult& result : run.results)
      if (result.variant == variant && secondsOf(result) > 0 && workBefore > 0)
        return secondsOf(result) * work / workBefore;
  }
  return std::nullopt;
}

/// How long counting the variant took, in the run whose work was nearest to this one's: it takes samples, so it does
/// not grow as the work does. Of several alike the newest tells.
std::optional<double> countedIn(const LadderPlan& plan, const std::string& variant, const std::string& device,
                                std::span<const RunRecord> runs) {
  const double work = workOf(*plan.operation, variant, plan.problem);
  std::optional<double> seconds;
  double nearest = 0;
  for (const RunRecord& run : runs) {
    if (run.experiment != plan.operation->name || run.device != device) continue;
    const auto result = std::ranges::find(run.results, variant, &RunResult::variant);
    const Figure* figure = result == run.results.end() ? nullptr : result->figure(kCountingTime);
    const auto before = figure ? planOf(run) : std::nullopt;
    if (!before) continue;
    const double distance = std::fabs(std::log(workOf(*plan.operation, variant, before->problem) / work));
    if (seconds && distance > nearest) continue;
    seconds = figure->value, nearest = distance;
  }
  return seconds;
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
