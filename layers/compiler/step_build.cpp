#include "layers/compiler/step_build.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/protocol/nearest_name.h"
#include "layers/compiler/host_build.h"
#include "layers/hardware/occupancy.h"

namespace strata::inline compiler {
namespace {

using Json = nlohmann::json;

Error unknown(std::string_view what, std::string_view name, const std::vector<std::string>& known) {
  return {ErrorCode::Usage,
          "There is no " + std::string(what) + " '" + std::string(name) + "'; " + suggestion(name, known)};
}

Result<const Operation*> operationOf(std::string_view name) {
  if (const Operation* operation = findOperation(name)) return operation;
  std::vector<std::string> names;
  for (const Operation* operation : operations()) names.emplace_back(operation->name);
  return unknown("experiment with kernels of Strata's own", name, names);
}

Result<const Step*> stepOf(const Operation& operation, std::string_view name) {
  if (const Step* step = findStep(operation, name)) return step;
  std::vector<std::string> names;
  for (const Step& step : operation.steps) names.emplace_back(step.name);
  return unknown("variant with a kernel of Strata's own", name, names);
}

Json occupancyOf(const KernelBuild& build, const LaunchShape& shape) {
  const auto limits = deviceLimits(build.target);
  if (!limits.ok()) return {{"reason", limits.error().message}};
  if (!build.resources.registers || !build.resources.sharedBytes)
    return {{"reason", "the compiler did not report how many registers the kernel uses"}};
  const Occupancy found =
      occupancy(limits.value(), {static_cast<std::uint32_t>(shape.block.count()), *build.resources.registers,
                                 *build.resources.sharedBytes + shape.sharedBytes});
  Json limitedBy = Json::array();
  for (const OccupancyLimit limit : found.limits) limitedBy.push_back(occupancyLimitKey(limit));
  return {{"unit", found.unit},          {"blocks", found.blocks}, {"waves", found.waves},
          {"max_waves", found.maxWaves}, {"share", found.share()}, {"limited_by", std::move(limitedBy)},
          {"kind", "modelled"},          {"text", describe(found)}};
}

Json withLaunch(const KernelBuild& build, const StepPlan& plan) {
  Json json = toJson(build);
  const auto launch = std::ranges::find(plan.launches, build.kernel, &KernelLaunch::kernel);
  json["block_threads"] = launch->shape.block.count();
  json["dynamic_shared_bytes"] = launch->shape.sharedBytes;
  json["occupancy"] = occupancyOf(build, launch->shape);
  return json;
}

}  // namespace

KernelBuilder runTimeBuilder(RunTimeDialect (*dialect)()) {
  return [dialect](const Operation& operation, const std::vector<std::string>& kernels,
                   const std::string& target) -> Result<std::vector<KernelBuild>> {
    STRATA_ASSIGN(const auto compiler, RunTimeCompiler::load(dialect()));
    STRATA_ASSIGN(const std::string unit, deviceUnit(operation.name));
    return compiler->build(unit, kernels, target);
  };
}

KernelBuilder hostBuilder(std::function<KernelEntry(std::string_view)> find) {
  return [find = std::move(find)](const Operation&, const std::vector<std::string>& kernels,
                                  const std::string& target) -> Result<std::vector<KernelBuild>> {
    if (target != "x86-64")
      return Error{ErrorCode::Usage, "The CPU's kernels are built for x86-64, not for '" + target + "'.",
                   Storey::Compiler};
    std::vector<KernelBuild> builds;
    for (const std::string& kernel : kernels) {
      STRATA_ASSIGN(KernelBuild build, hostBuild(find(kernel)));
      builds.push_back(std::move(build));
    }
    return builds;
  };
}

Result<Json> buildStep(std::string_view experiment, std::string_view variant, const std::string& target,
                       const KernelBuilder& builder) {
  STRATA_ASSIGN(const Operation* operation, operationOf(experiment));
  STRATA_ASSIGN(const Step* step, stepOf(*operation, variant));
  const Problem problem(operation->parameters);
  const StepPlan plan = step->plan(problem);
  std::vector<std::string> kernels;
  for (const KernelLaunch& launch : plan.launches)
    if (std::ranges::find(kernels, launch.kernel) == kernels.end()) kernels.emplace_back(launch.kernel);
  STRATA_ASSIGN(const auto builds, builder(*operation, kernels, target));
  Json json = {{"experiment", operation->name},
               {"variant", step->name},
               {"target", target},
               {"problem", operation->shapeText ? operation->shapeText(problem) : ""}};
  json["kernels"] = Json::array();
  for (const KernelBuild& build : builds) json["kernels"].push_back(withLaunch(build, plan));
  return json;
}

}  // namespace strata::inline compiler
