#include "app/session/run_forecast.h"

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

}  // namespace

std::optional<RunForecast> forecast(const Request& request, const std::string& device,
                                    std::span<const RunRecord> runs) {
  const auto plan = planOf(request);
  if (!plan) return std::nullopt;
  RunForecast found;
  found.times = plan->repeat + 1;
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
  if (found.unknown.size() == plan->variants.size()) return std::nullopt;
  return found;
}

std::string shapeOf(const RunRecord& run) {
  const auto plan = planOf(run);
  return plan ? plan->shapeText() : std::string{};
}

}  // namespace strata::inline session
