#include "layers/workloads/cnn/cnn_workload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "engine/protocol/nearest_name.h"
#include "layers/workloads/cnn/cnn_experiment.h"
#include "layers/workloads/cnn/cnn_picture.h"
#include "layers/workloads/cnn/cnn_preview.h"
#include "layers/workloads/cnn/cnn_reference.h"
#include "layers/workloads/cnn/cnn_result.h"
#include "layers/workloads/cnn/cnn_tensor.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/relative_error.h"
#include "layers/workloads/common/usage_error.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/measured_roofs.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kDigits = 10;

RunResult failed(const std::string& variant, RunResult::Status status, std::string message) {
  RunResult result;
  result.variant = variant;
  result.status = status;
  result.message = std::move(message);
  return result;
}

}  // namespace

CnnWorkload::CnnWorkload(std::shared_ptr<const Routines> routines, std::optional<RoofKeeper> roofs)
    : m_info(cnnExperiment()), m_routines(std::move(routines)), m_keeper(std::move(roofs)) {}

Result<void> CnnWorkload::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(const CnnRequest asked, cnnRequest(m_info, request));
  RunProgress progress(context, 1 + static_cast<int>(asked.variants.size()) * (1 + asked.repeat));
  STRATA_TRY(progress.next("model " + asked.model.filename().string()));
  m_engine.reset();
  m_stages.clear();
  m_previews.clear();
  STRATA_TRY(load(asked, context));
  STRATA_ASSIGN(m_engine, CnnEngine::create(m_plan, m_picture, context, *m_routines));
  if (m_keeper) {
    STRATA_ASSIGN(m_roofs, keptOrMeasured(*m_keeper, false, context, *m_routines));
  }
  for (const std::string& variant : asked.variants) {
    STRATA_ASSIGN(RunResult result, measure(variant, asked.repeat, context, progress));
    if (m_roofs) tellOfMeasuring(result, *m_roofs);
    result.details["model"] = asked.model.filename().string();
    result.details["image"] = asked.image.filename().string();
    result.details["pixels"] = asked.pixels;
    context.result(result);
  }
  show(context);
  m_engine.reset();
  return {};
}

Result<void> CnnWorkload::load(const CnnRequest& asked, WorkContext& context) {
  const ModelScope scope(context.recorder, "model file " + asked.model.filename().string());
  STRATA_ASSIGN(const OnnxGraph graph, readOnnx(asked.model));
  auto plan = planCnn(graph);
  if (!plan.ok()) return usage(asked.model.string() + ": " + plan.error().message);
  m_plan = std::move(plan).value();
  if (m_plan.values[m_plan.output].elements() != kDigits)
    return usage(fmt::format("{}: The result has {} numbers, and a digit classifier's has {}.", asked.model.string(),
                             m_plan.values[m_plan.output].elements(), kDigits));
  STRATA_ASSIGN(CnnPicture picture, readPgm(asked.image));
  if (picture.height != m_plan.height || picture.width != m_plan.width)
    return usage(fmt::format("{}: the picture is {}×{} pixels, and this network reads {}×{}.", asked.image.string(),
                             picture.width, picture.height, m_plan.width, m_plan.height));
  m_picture = std::move(picture.pixels);
  scalePixels(m_picture, asked.pixels);
  STRATA_ASSIGN(m_truth, cnnReference(graph, m_picture, context.stop));
  return {};
}

Result<RunResult> CnnWorkload::measure(const std::string& variant, int repeat, WorkContext& context,
                                       RunProgress& progress) {
  Result<RunResult> result = measureReady(variant, repeat, context, progress);
  if (result.ok()) return result;
  const Error& error = result.error();
  if (error.code == ErrorCode::Stopped || error.code == ErrorCode::AgentDied) return result;
  const bool cannot = error.code == ErrorCode::Unsupported || error.code == ErrorCode::Unavailable;
  return failed(variant, cannot ? RunResult::Status::Unsupported : RunResult::Status::Failed, error.message);
}

Result<RunResult> CnnWorkload::measureReady(const std::string& variant, int repeat, WorkContext& context,
                                            RunProgress& progress) {
  STRATA_TRY(progress.next(variant + ", warm-up"));
  {
    const ModelScope scope(context.recorder, variant + " is made ready");
    STRATA_TRY(m_engine->prepare(variant));
  }
  STRATA_TRY(m_engine->pass(variant + " warm-up"));
  std::vector<CnnPass> passes;
  for (int i = 1; i <= repeat; ++i) {
    STRATA_TRY(progress.next(fmt::format("{}, repeat {} of {}", variant, i, repeat)));
    STRATA_ASSIGN(CnnPass pass, m_engine->pass(variant));
    passes.push_back(std::move(pass));
  }
  const ModelScope scope(context.recorder, "check " + variant);
  Stages stages;
  for (const CnnStage& stage : m_plan.stages) {
    STRATA_ASSIGN(std::vector<float> values, m_engine->download(stage.output));
    stages.push_back(std::move(values));
  }
  STRATA_ASSIGN(const RunResult::Check check, judge(stages));
  STRATA_ASSIGN(const std::vector<float> logits, m_engine->download(m_plan.output));
  RunResult result = cnnResult(variant, m_plan, passes, m_engine->cost(), logits);
  result.error = check;
  result.kinds["error"] = Provenance::Measured;
  addCostFigures(result, m_engine->cost());
  addRoofFigures(result, m_engine->cost(), m_roofs, context.device.info());
  EventTime eventTime(context.recorder, progress);
  STRATA_TRY(m_engine->addEventTime(result, eventTime));
  m_stages = std::move(stages);
  return result;
}

/// The greatest error of any stage against the truth; CheckFailed, naming the stage, beyond the limit or where the
/// truth is no number.
Result<RunResult::Check> CnnWorkload::judge(const Stages& stages) const {
  RunResult::Check worst{"relative Frobenius, worst stage", 0, m_engine->limit()};
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const CnnValue& output = m_plan.values[m_plan.stages[i].output];
    const std::vector<double>& truth = m_truth.at(output.name);
    if (std::ranges::any_of(truth, [](double value) { return !std::isfinite(static_cast<float>(value)); }))
      return Error{
          ErrorCode::CheckFailed,
          fmt::format("{} is not finite in fp32 whatever computes it: the network's own numbers are NaN, infinite "
                      "or too large, so there is nothing to compare",
                      output.name),
          Storey::Model};
    RelativeError error;
    for (std::size_t j = 0; j < std::min(truth.size(), stages[i].size()); ++j)
      error.add(static_cast<double>(stages[i][j]), truth[j]);
    if (truth.size() != stages[i].size() || !(error.value() <= worst.limit))
      return Error{ErrorCode::CheckFailed,
                   fmt::format("wrong: {} differs from fp64 by {:.3g}, and {:.3g} is the limit", output.name,
                               error.value(), worst.limit),
                   Storey::Model};
    worst.value = std::max(worst.value, error.value());
  }
  return worst;
}

void CnnWorkload::show(WorkContext& context) {
  const auto keep = [&](const std::string& name, const CnnShape& shape, std::span<const float> values) {
    SessionMessage message = cnnPreview(name, shape, values);
    context.post(message);
    m_previews.insert_or_assign(name, std::move(message));
  };
  keep(m_plan.values[m_plan.input].name, {1, 1, m_plan.height, m_plan.width}, m_picture);
  for (std::size_t i = 0; i < m_stages.size(); ++i) {
    const CnnValue& value = m_plan.values[m_plan.stages[i].output];
    keep(value.name, value.shape, m_stages[i]);
  }
}

Result<SessionMessage> CnnWorkload::fetch(std::string_view tensor) {
  if (const auto found = m_previews.find(tensor); found != m_previews.end()) return found->second;
  if (m_previews.empty()) return usage("There is no tensor yet: run cnn first");
  std::vector<std::string> known;
  for (const auto& [name, message] : m_previews) known.push_back(name);
  return usage(fmt::format("cnn has no tensor '{}'; {}", tensor, suggestion(tensor, known)));
}

Workloads cnnWorkloads(const WorkloadParts& parts) {
  Workloads all;
  all.push_back(std::make_unique<CnnWorkload>(parts.routines, parts.roofs));
  return all;
}

}  // namespace strata::inline workloads
