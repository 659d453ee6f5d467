#include "layers/model/matmul_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "layers/model/model_scope.h"

namespace strata {
namespace {

/// Slower than any kernel here should be: what a first run is given before it counts as late.
constexpr double kSlowestFlops = 2e8;

RunResult outcome(const std::string& variant, const Error& error) {
  const bool unsupported = error.code == ErrorCode::Unsupported || error.code == ErrorCode::Unavailable;
  RunResult result;
  result.variant = variant;
  result.status = unsupported ? RunResult::Status::Unsupported : RunResult::Status::Failed;
  result.message = error.message;
  return result;
}

RunResult wrong(const std::string& variant, const RunResult::Check& check) {
  RunResult result;
  result.variant = variant;
  result.status = RunResult::Status::Failed;
  result.error = check;
  result.kinds["error"] = Provenance::Measured;
  result.message = std::isfinite(check.value)
                       ? fmt::format(
                             "{} computes a wrong product: {} error {:.3g}, at most {:.3g} is allowed; its speed "
                             "is not shown",
                             variant, check.metric, check.value, check.limit)
                       : fmt::format("{} left values that are no numbers in C; its speed is not shown", variant);
  return result;
}

}  // namespace

MatmulRun::MatmulRun(const MatmulPlan& plan, const MatmulRoutines& routines, WorkContext& context)
    : m_plan(plan),
      m_context(context),
      m_progress(context, 2 + static_cast<int>(plan.variants.size()) * (plan.repeat + 2)),
      m_ops(context.recorder, routines) {}

Result<void> MatmulRun::prepare() {
  STRATA_TRY(m_progress.next("inputs " + shapeText(m_plan.shape)));
  STRATA_ASSIGN(m_lanes, MatmulLanes::create(m_plan, m_context));
  STRATA_ASSIGN(m_data, prepareMatmul(m_plan, m_context, m_ops, m_lanes.stream(0)));
  STRATA_TRY(m_progress.next(m_plan.fullCheck ? "reference in fp64" : "Freivalds' check in fp64"));
  const ModelScope scope(m_context.recorder, m_plan.fullCheck ? "reference in fp64" : "Freivalds' check in fp64");
  const auto step = [this](double part) {
    m_progress.within(part);
    return !m_progress.stopRequested();
  };
  m_check =
      std::make_unique<MatmulCheck>(m_plan.shape, m_data.hostA.values(), m_data.hostB.values(), m_plan.fullCheck, step);
  if (m_check->ready()) return {};
  return Error{ErrorCode::Stopped, "Stopped while the reference was computed", Storey::Model};
}

Result<RunResult> MatmulRun::measure(const std::string& variant) {
  Result<RunResult> result = measureReady(variant);
  if (result.ok()) return result;
  const ErrorCode code = result.error().code;
  if (code == ErrorCode::Stopped || code == ErrorCode::AgentDied) return result;
  return outcome(variant, result.error());
}

Result<RunResult> MatmulRun::measureReady(const std::string& variant) {
  const MatmulRoutine* routine = m_ops.find(variant);
  if (routine == nullptr)
    return Error{ErrorCode::Unsupported, fmt::format("{} is not in this agent", variant), Storey::Library};
  STRATA_TRY(routine->ready());
  STRATA_ASSIGN(const Repeats repeats, repeat(variant));
  STRATA_ASSIGN(const RunResult::Check check, judge(variant));
  if (!MatmulCheck::passes(check)) return wrong(variant, check);
  RunResult result = summarizeMatmul(variant, repeats, routine->cost(m_plan.shape));
  result.error = check;
  result.kinds["error"] = Provenance::Measured;
  if (m_plan.streams > 1)
    result.message = fmt::format("repeats ran {} at a time beside each other, each slower than alone", m_plan.streams);
  return result;
}

Result<MatmulRun::Repeats> MatmulRun::repeat(const std::string& variant) {
  const std::string name = fmt::format("{} {}", variant, shapeText(m_plan.shape));
  const auto round = [&](const std::string& slice, std::size_t products, ExpectedTime expected) {
    return m_lanes.round(m_context.recorder, m_ops, m_data, variant, slice, products, expected, m_progress);
  };
  {
    const ModelScope scope(m_context.recorder, variant + " clears C");
    std::ranges::fill(m_data.hostC.values(), std::numeric_limits<float>::quiet_NaN());
    STRATA_TRY(m_lanes.overwrite(m_ops, m_data.hostC));
  }
  const auto slowest = static_cast<std::int64_t>(2 * m_plan.shape.multiplyAdds() / kSlowestFlops * 1e9);
  STRATA_TRY(m_progress.next(name + ", warm-up"));
  STRATA_ASSIGN(const Repeats first, round(name + " warm-up", m_lanes.count(), {Duration{slowest}, false}));
  Repeats repeats;
  while (repeats.size() < static_cast<std::size_t>(m_plan.repeat)) {
    const std::size_t left = static_cast<std::size_t>(m_plan.repeat) - repeats.size();
    const std::size_t products = std::min(left, m_lanes.count());
    for (std::size_t i = 0; i < products; ++i)
      STRATA_TRY(m_progress.next(fmt::format("{}, repeat {} of {}", name, repeats.size() + 1, m_plan.repeat)));
    STRATA_ASSIGN(const Repeats some, round(name, products, {first.back().time, true}));
    repeats.insert(repeats.end(), some.begin(), some.end());
  }
  return repeats;
}

Result<RunResult::Check> MatmulRun::judge(const std::string& variant) {
  STRATA_TRY(m_progress.next(variant + " is checked"));
  const ModelScope scope(m_context.recorder, "check " + variant);
  RunResult::Check worst;
  for (std::size_t lane = 0; lane < m_lanes.count(); ++lane) {
    STRATA_TRY(m_lanes.download(m_ops, lane, m_data.hostC));
    const RunResult::Check check = m_check->check(m_data.hostC.values());
    if (lane == 0 || !(check.value <= worst.value)) worst = check;
    if (!MatmulCheck::passes(worst)) break;
  }
  return worst;
}

RunResult summarizeMatmul(const std::string& variant, std::vector<MatmulRepeat> repeats, const Cost& cost) {
  RunResult result;
  result.variant = variant;
  result.firstCall = static_cast<std::uint32_t>(repeats.front().call);
  result.lastCall = static_cast<std::uint32_t>(repeats.back().call);
  std::ranges::sort(repeats, {}, &MatmulRepeat::time);
  const MatmulRepeat& median = repeats[(repeats.size() - 1) / 2];
  result.medianCall = static_cast<std::uint32_t>(median.call);
  result.seconds = {median.time.seconds(), repeats.front().time.seconds(), repeats.back().time.seconds(),
                    static_cast<int>(repeats.size()), "device"};
  result.kinds["seconds"] = Provenance::Measured;
  if (median.time.ns <= 0) return result;
  result.gflops = cost.flop / median.time.seconds() / 1e9;
  result.gbytesPerSecond = cost.minBytes / median.time.seconds() / 1e9;
  result.kinds["gflops"] = Provenance::Measured;
  result.kinds["gbytes_per_s"] = Provenance::Modelled;
  return result;
}

}  // namespace strata
