#include "layers/workloads/ladder/ladder_plan.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "engine/protocol/workload.h"
#include "layers/workloads/common/bytes_apart.h"

namespace strata::inline workloads {
namespace {

constexpr double kFullCheckFlop = 2.0 * (1 << 30);

Problem problemFrom(const Operation& operation, const nlohmann::json& values) {
  Problem problem(operation.parameters);
  for (const OperationParameter& parameter : operation.parameters) {
    const nlohmann::json& value = values[std::string(parameter.name)];
    if (!parameter.choices.empty())
      problem.set(parameter.name,
                  std::ranges::find(parameter.choices, value.get<std::string>()) - parameter.choices.begin());
    else if (parameter.perOne > 1)
      problem.setFraction(parameter.name, value.get<double>());
    else
      problem.set(parameter.name, value.get<std::int64_t>());
  }
  return problem;
}

Error tooBig(const LadderPlan& plan, const char* where, double needed, double available) {
  const BytesApart bytes = bytesApart(needed, available);
  return {ErrorCode::OutOfMemory,
          fmt::format("{} {} needs {} of {}, and {} is available; choose smaller sizes", plan.operation->name,
                      plan.shapeText(), bytes.needed, where, bytes.available),
          Storey::Model};
}

}  // namespace

const OwnStep* LadderPlan::ownStep(std::string_view variant) const {
  const auto found = std::ranges::find(own, variant, [](const auto& each) { return std::string_view(each->variant); });
  return found == own.end() ? nullptr : found->get();
}

const Step* LadderPlan::step(std::string_view variant) const {
  const OwnStep* brought = ownStep(variant);
  return brought ? &brought->step : findStep(*operation, variant);
}

Result<LadderPlan> planLadder(const Operation& operation, const ExperimentInfo& info, const Request& request) {
  nlohmann::json given = *request.parameters;
  if (request.repeat != 0) given["repeat"] = request.repeat;
  STRATA_ASSIGN(const nlohmann::json values, resolveParameters(info, given));
  LadderPlan plan;
  STRATA_ASSIGN(const ExperimentInfo all, withKernels(info, request.kernels));
  STRATA_ASSIGN(plan.variants, chosenVariants(all, request.variants));
  plan.everyVariant = request.variants.empty();
  plan.operation = &operation;
  plan.problem = problemFrom(operation, values);
  if (operation.misfit)
    if (const std::string why = operation.misfit(plan.problem); !why.empty())
      return Error{ErrorCode::Usage, fmt::format("{} {}: {}", operation.name, plan.shapeText(), why), Storey::Model};
  for (const OwnKernel& kernel : request.kernels) {
    STRATA_ASSIGN(std::shared_ptr<const OwnStep> own, makeOwnStep(operation, plan.problem, kernel));
    plan.own.push_back(std::move(own));
  }
  plan.seed = values["seed"].get<std::uint64_t>();
  plan.repeat = values["repeat"].get<int>();
  plan.streams = values["streams"].get<int>();
  plan.hostMemory = values["host_memory"] == "pageable" ? MemoryKind::Pageable : MemoryKind::Pinned;
  plan.coldCaches = values["caches"] == "cold";
  plan.observeMemory = values["observe"] == "memory";
  plan.observeErrors = values["observe"] == "errors";
  plan.compileNow = values["compile"] == "now";
  plan.onlyModelled = values["times"] == "modelled";
  plan.runSlow = values["slow"] == "run";
  plan.roofs = values["roofs"] == "off" ? RoofUse::Off : values["roofs"] == "anew" ? RoofUse::Anew : RoofUse::Kept;
  plan.modelGpu = values["model_gpu"].get<std::string>();
  plan.fullCheck = values["check"] == "full" || plan.flop() <= kFullCheckFlop;
  return plan;
}

Result<std::optional<GpuFigures>> modelGpu(const LadderPlan& plan, const DeviceInfo& device) {
  const bool automatic = plan.modelGpu == kModelAuto;
  if (plan.modelGpu == kModelNone || (automatic && !device.isProcessor())) return std::optional<GpuFigures>();
  STRATA_ASSIGN(GpuFigures gpu, findGpu(automatic ? std::string(kUsualGpu) : plan.modelGpu));
  return std::optional(std::move(gpu));
}

Result<void> checkMemory(const LadderPlan& plan, const DeviceInfo& device, std::uint64_t hostAvailable) {
  const std::vector<TensorInfo> tensors = plan.operation->tensors(plan.problem);
  const TensorInfo& output = tensors.back();
  const double operands = operandBytes(*plan.operation, plan.problem);
  const double onDevice = operands + static_cast<double>(output.bytes()) * (plan.streams - 1);
  double onHost =
      operands + (plan.fullCheck ? static_cast<double>(sizeof(double)) * static_cast<double>(output.elements()) : 0);
  if (device.memoryBytes > 0 && onDevice > static_cast<double>(device.memoryBytes))
    return tooBig(plan, "device memory", onDevice, static_cast<double>(device.memoryBytes));
  if (device.isProcessor()) onHost += onDevice;
  if (hostAvailable > 0 && onHost > static_cast<double>(hostAvailable))
    return tooBig(plan, "memory", onHost, static_cast<double>(hostAvailable));
  return {};
}

}  // namespace strata::inline workloads
