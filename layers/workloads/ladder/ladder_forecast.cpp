#include "layers/workloads/ladder/ladder_forecast.h"

#include <fmt/format.h>

#include "engine/protocol/advice.h"
#include "engine/trace/calibration.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/ladder/ladder_streams.h"
#include "layers/workloads/ladder/slow_steps.h"
#include "layers/workloads/ladder/small_problem.h"

namespace strata::inline workloads {
namespace {

constexpr int kMostRuns = 5;
constexpr Duration kEnoughTime{20'000'000};

/// The fastest of some runs after a first: what else the machine does shall not count.
Result<Duration> timeOnce(const LadderPlan& plan, const std::string& variant, LadderStreams& streams, Ops& ops,
                          const LadderData& data, ExpectedTime expected, WorkContext& context,
                          const RunProgress& progress) {
  STRATA_TRY(streams.prepare(plan, ops, data, variant));
  const std::string name = fmt::format("{}{} {}", kForecastCall, variant, plan.shapeText());
  Duration fastest, spent;
  for (int i = 0; i <= kMostRuns && spent < kEnoughTime; ++i) {
    STRATA_ASSIGN(const auto repeats, streams.round(context.recorder, ops, name, 1, expected, progress));
    const Duration time = repeats.front().time;
    if (i <= 1 || time < fastest) fastest = time;
    if (i > 0) spent += time;
  }
  return fastest;
}

}  // namespace

Duration slowestTime(const Cost& cost) {
  return Duration{static_cast<std::int64_t>(slowestSeconds(cost) * 1e9)};
}

Result<LadderForecast> LadderForecast::make(const LadderPlan& plan, const Routines& routines, WorkContext& context) {
  LadderForecast forecast;
  const double slowest = slowestSeconds(plan.operation->steps.front().cost(plan.problem)) * (plan.repeat + 1);
  if (plan.compileNow || slowest <= kSlowStep.seconds()) return forecast;
  LadderPlan small;
  small.operation = plan.operation;
  small.problem = smallProblem(plan, context.device.info());
  small.seed = plan.seed;
  forecast.m_measuredAt = small.shapeText();
  Ops ops(context.recorder, context.device, routines);
  RunProgress progress(context, static_cast<int>(plan.variants.size()) + 1);
  STRATA_TRY(progress.next("how long it will take, by " + small.shapeText()));
  STRATA_ASSIGN(LadderStreams streams, LadderStreams::create(small, context));
  STRATA_ASSIGN(const LadderData data, prepareLadder(small, context, ops, streams.stream(0)));
  const Duration slowestOfSmall = slowestTime(plan.operation->steps.front().cost(small.problem));
  for (const std::string& variant : plan.variants) {
    const Routine* routine = ops.find(*plan.operation, variant);
    const auto runs = [&](const Problem& problem) { return routine->supports(context.device.info(), problem).ok(); };
    if (routine == nullptr || !runs(plan.problem) || !runs(small.problem)) continue;
    if (plan.observeErrors && plan.ownStep(variant)) continue;  // it is not run before it is known to be sound
    STRATA_TRY(progress.next("how long it will take: " + variant));
    const ExpectedTime expected = plan.ownStep(variant) ? ExpectedTime{} : ExpectedTime{slowestOfSmall, false};
    const auto time = timeOnce(small, variant, streams, ops, data, expected, context, progress);
    if (!time.ok() && endsTheRun(time.error())) return time.error();
    const double work = workOf(routine->cost(small.problem));
    if (!time.ok() || work <= 0) continue;
    double once = time.value().seconds() * workOf(routine->cost(plan.problem)) / work;
    if (const Step* step = plan.step(variant))
      once *= unitsBusy(*step, small.problem, context.device.info()) /
              unitsBusy(*step, plan.problem, context.device.info());
    forecast.m_once[variant] = Duration{static_cast<std::int64_t>(once * 1e9)};
  }
  return forecast;
}

std::optional<Duration> LadderForecast::once(std::string_view variant) const {
  const auto found = m_once.find(variant);
  return found == m_once.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Duration> LadderForecast::all(const LadderPlan& plan, std::string_view variant) const {
  const auto one = once(variant);
  return one ? std::optional(Duration{one->ns * (plan.repeat + 1)}) : std::nullopt;
}

bool LadderForecast::leavesOut(const LadderPlan& plan, std::string_view variant) const {
  const auto time = all(plan, variant);
  return !plan.runSlow && time && *time > kSlowStep;
}

RunResult LadderForecast::leftOut(const LadderPlan& plan, const std::string& variant) const {
  RunResult result;
  result.variant = variant;
  result.status = RunResult::Status::NotRun;
  result.message = fmt::format(
      "left out, {} runs it anyway: its {} runs should take {}, judging by its work and its speed at {} measured "
      "just now (modelled), and slow steps, over {}, are left out",
      kToRunSlow, plan.repeat + 1, roughlyBeyond(all(plan, variant).value_or(Duration{}), kSlowStep), m_measuredAt,
      roughly(kSlowStep));
  addFigure(result);
  return result;
}

void LadderForecast::addFigure(RunResult& result) const {
  if (const auto time = once(result.variant))
    result.figures.push_back({"expected_seconds", time->seconds(), "s", Provenance::Modelled});
}

}  // namespace strata::inline workloads
