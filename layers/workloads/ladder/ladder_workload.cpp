#include "layers/workloads/ladder/ladder_workload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/base/host_facts.h"
#include "engine/base/text_parts.h"
#include "layers/library/run_time_routine.h"
#include "layers/workloads/common/outcome.h"
#include "layers/workloads/common/tensor_preview.h"
#include "layers/workloads/ladder/cell_workings.h"
#include "layers/workloads/ladder/ladder_experiment.h"
#include "layers/workloads/ladder/ladder_forecast.h"
#include "layers/workloads/ladder/measured_roofs.h"

namespace strata::inline workloads {
namespace {

/// Why what was asked for beside kernels that somebody brought has nothing to stand beside: none of them ran. Empty
/// where one did, or comes later.
std::string whyNoneRan(const LadderPlan& plan, const std::vector<std::string>& asked,
                       const std::vector<RunResult>& results) {
  std::vector<std::string> reasons;
  for (const std::string& variant : asked) {
    if (!plan.ownStep(variant)) continue;
    const auto result = std::ranges::find(results, variant, &RunResult::variant);
    if (result == results.end() || !result->neverRan()) return {};
    reasons.push_back(firstLineOf(result->message));
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

}  // namespace

LadderWorkload::LadderWorkload(const Operation& operation, WorkloadParts parts)
    : m_operation(operation), m_info(ladderExperiment(operation)), m_parts(std::move(parts)) {}

Result<void> LadderWorkload::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(LadderPlan plan, planLadder(m_operation, m_info, request));
  STRATA_TRY(checkMemory(plan, context.device.info(), availableMemory()));
  STRATA_ASSIGN(const std::optional<Roofs> measured, plan.onlyModelled ? std::optional<Roofs>() : roofs(plan, context));
  if (plan.compileNow && !m_parts.atRunTime)
    return Error{
        ErrorCode::Usage,
        "This agent's kernels were compiled when it was built, and it has no compiler; choose compile=ahead, or a GPU",
        Storey::Compiler};
  const Routines compiled = plan.compileNow ? m_parts.atRunTime(m_operation, context) : Routines();
  STRATA_ASSIGN(const Routines own, ownRoutines(plan, context));
  Routines routines = plan.compileNow ? compiled : *m_parts.routines;
  routines.insert(routines.end(), own.begin(), own.end());
  STRATA_ASSIGN(const LadderForecast forecast,
                plan.onlyModelled ? LadderForecast() : LadderForecast::make(plan, routines, context));
  const std::vector<std::string> asked = plan.variants;
  std::erase_if(plan.variants, [&](const std::string& variant) { return forecast.leavesOut(plan, variant); });
  LadderRun run(plan, routines, context);
  run.setRoofs(measured, [&](const Roofs& roofs, const ReachedRates& reached) {
    return confirmedRoofs(*m_parts.roofs, roofs, reached, context, *m_parts.routines);
  });
  run.setResources(m_parts.resources);
  run.setMemoryWatch(m_parts.memory);
  run.setOwnKernels(m_parts.own);
  run.setForecast(forecast);
  STRATA_ASSIGN(std::optional<GpuFigures> gpu, modelGpu(plan, context.device.info()));
  run.setModelGpu(std::move(gpu), m_models);
  m_previews.clear();
  STRATA_TRY(run.prepare(asked));
  for (std::size_t i = 0; i < run.data().inputs.size(); ++i) {
    const TensorInfo& input = run.data().inputs[i].info;
    m_previews.keep(input.name, tensorPreview(input.name, input.shape, run.data().values[i]));
  }
  const TensorInfo& output = run.data().hostOutput.info;
  std::vector<RunResult> results;
  for (const std::string& variant : asked) {
    if (plan.everyVariant && !run.has(variant)) continue;
    const std::string nothingBeside = plan.ownStep(variant) ? "" : whyNoneRan(plan, asked, results);
    if (!nothingBeside.empty()) {
      results.push_back(run.notRun(variant, nothingBeside));
    } else if (forecast.leavesOut(plan, variant)) {
      results.push_back(forecast.leftOut(plan, variant));
    } else {
      Result<RunResult> result = run.measure(variant);
      if (!result.ok()) {
        if (result.error().code == ErrorCode::Stopped) context.result(outcome(variant, result.error()));
        return result.error();
      }
      for (RunResult& before : results)
        if (run.renewRoofs(before)) context.result(before);
      results.push_back(std::move(result).value());
      forecast.addFigure(results.back());
      if (results.back().error)
        m_previews.keep(output.name, outputPreview(plan, run.data(), run.data().outputValues()));
    }
    context.result(results.back());
  }
  Result<void> modelled;
  for (RunResult& result : results) {
    auto added = addModelled(run, result, context);
    if (!added.ok() && added.error().code != ErrorCode::Stopped) return added;
    if (modelled.ok()) modelled = added;
  }
  if (!modelled.ok()) return modelled;
  if (const SessionMessage* last = m_previews.find(output.name)) context.post(*last);
  return {};
}

/// What was measured is told first: this takes as long again, and says nothing about this device. Once the run was
/// stopped, no other step is counted, and each says why it has no modelled time.
Result<void> LadderWorkload::addModelled(LadderRun& run, RunResult& result, WorkContext& context) const {
  if (result.modelled) return {};
  const std::string before = result.message;
  auto modelled = run.model(result);
  const bool saysWhyNot = result.message != before && (result.firstCall != 0 || !modelled.ok());
  if (result.modelled || saysWhyNot) context.result(result);
  return modelled;
}

Result<Routines> LadderWorkload::ownRoutines(const LadderPlan& plan, WorkContext& context) const {
  Routines routines;
  if (plan.own.empty()) return routines;
  if (!m_parts.own.compile)
    return Error{ErrorCode::Unsupported, "This agent has no compiler, so it runs no kernels that are brought along.",
                 Storey::Compiler};
  for (const auto& own : plan.own)
    routines.push_back(ownRoutine(m_operation, own->step, [this, own, &context](const Operation& operation, auto) {
      return m_parts.own.compile({own->text, operation.name, own->kernels}, OwnBuild::Plain, context);
    }));
  return routines;
}

Result<std::optional<Roofs>> LadderWorkload::roofs(const LadderPlan& plan, WorkContext& context) const {
  if (!m_parts.roofs || plan.roofs == RoofUse::Off) return std::optional<Roofs>();
  return keptOrMeasured(*m_parts.roofs, plan.roofs == RoofUse::Anew, context, *m_parts.routines);
}

Result<SessionMessage> LadderWorkload::fetch(std::string_view tensor) {
  return m_previews.fetch(m_operation.name, tensor);
}

Workloads ladderWorkloads(const WorkloadParts& parts) {
  Workloads all;
  for (const Operation* operation : ladders()) all.push_back(std::make_unique<LadderWorkload>(*operation, parts));
  return all;
}

}  // namespace strata::inline workloads
