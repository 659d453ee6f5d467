#include "layers/compiler/step_build.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/protocol/nearest_name.h"
#include "kernels/operation/cpu_level.h"
#include "layers/compiler/host_build.h"
#include "layers/compiler/host_text.h"
#include "layers/compiler/kernel_texts.h"
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

Json withLaunch(const KernelBuild& build, std::span<const KernelLaunch> launches, std::string_view launched) {
  Json json = toJson(build);
  const auto launch = std::ranges::find(launches, launched, &KernelLaunch::kernel);
  json["block_threads"] = launch->shape.block.count();
  json["dynamic_shared_bytes"] = launch->shape.sharedBytes;
  json["occupancy"] = occupancyOf(build, launch->shape);
  return json;
}

/// They come to nothing that could be held at once.
void markTraps(Json& kernels, const std::string& traps) {
  for (Json& kernel : kernels) {
    kernel["traps"] = traps;
    kernel["occupancy"] = {{"reason", "the kernel only traps"}};
  }
}

/// As it is named in the text; empty: it is not in this text.
std::string kernelInText(const OwnBuildParts* own, const std::string& kernel) {
  if (!own) return kernel;
  const auto found = std::ranges::find(own->kernels, kernel, &std::pair<std::string, std::string>::first);
  return found == own->kernels.end() ? std::string() : found->second;
}

/// The text stands in the unit, with lines of its own.
std::string unitWith(const OwnText& own, std::string_view operation) {
  std::string unit = ownUnit(own, operation);
  const std::string include = "#include \"" + ownPath(own) + "\"\n";
  const std::size_t at = unit.rfind(include);
  return unit.replace(at, include.size(), "#line 1 \"" + ownPath(own) + "\"\n" + own.text + "\n");
}

Error ofOwnLines(Error error, const OwnText& own) {
  error.message = wordsAboutSource(std::move(error.message), own);
  return error;
}

/// Each kernel that the launches need, once.
Result<Json> buildLaunched(BuildOrder order, std::span<const KernelLaunch> launches, const OwnBuildParts* own,
                           const KernelBuilder& builder) {
  std::vector<std::string> launched;
  for (const KernelLaunch& launch : launches) {
    std::string kernel = kernelInText(own, std::string(launch.kernel));
    if (kernel.empty() || std::ranges::find(order.kernels, kernel) != order.kernels.end()) continue;
    launched.emplace_back(launch.kernel);
    order.kernels.push_back(std::move(kernel));
  }
  auto built = builder(order);
  if (!built.ok()) return own ? ofOwnLines(built.error(), own->text) : built.error();
  std::vector<KernelBuild> builds = std::move(built).value();
  if (own)
    for (KernelBuild& build : builds)
      for (BuildText* text : {&build.intermediate, &build.machine})
        text->text = withKernelNames(std::move(text->text), own->text);
  Json kernels = Json::array();
  for (std::size_t i = 0; i < builds.size(); ++i) kernels.push_back(withLaunch(builds[i], launches, launched[i]));
  return kernels;
}

Result<std::vector<KernelBuild>> builtBefore(const std::function<KernelEntry(std::string_view)>& find,
                                             const BuildOrder& order) {
  std::vector<KernelBuild> builds;
  for (const std::string& kernel : order.kernels) {
    STRATA_ASSIGN(KernelBuild build, hostBuild(find(kernel)));
    build.machine.remark = "without line numbers, which g++ would give; install it (apt install g++)";
    builds.push_back(std::move(build));
  }
  return builds;
}

}  // namespace

KernelBuilder runTimeBuilder(RunTimeDialect (*dialect)()) {
  return [dialect](const BuildOrder& order) -> Result<std::vector<KernelBuild>> {
    STRATA_ASSIGN(const auto compiler, RunTimeCompiler::load(dialect()));
    return compiler->build(order.unit, order.kernels, order.target);
  };
}

KernelBuilder hostBuilder(std::function<KernelEntry(std::string_view)> find) {
  return [find = std::move(find)](const BuildOrder& order) -> Result<std::vector<KernelBuild>> {
    constexpr std::string_view kTargets[] = {"x86-64", "x86-64-v1", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
    if (std::ranges::find(kTargets, order.target) == std::end(kTargets))
      return Error{ErrorCode::Usage,
                   "The CPU's kernels are built for x86-64 and its levels x86-64-v1 to x86-64-v4, not for '" +
                       order.target + "'.",
                   Storey::Compiler};
    const bool asDevice = order.target == kTargets[0];
    if (asDevice) STRATA_TRY(checkCpuLevel());
    auto now = hostTexts(order.unit, order.kernels, order.target);
    const bool missing = !now.ok() && now.error().code == ErrorCode::Unavailable;
    return missing && asDevice ? builtBefore(find, order) : std::move(now);
  };
}

Result<Json> buildStep(std::string_view experiment, std::string_view variant, const std::string& target,
                       const KernelBuilder& builder, const OwnBuildParts* own) {
  STRATA_ASSIGN(const Operation* operation, operationOf(experiment));
  STRATA_ASSIGN(const Step* step, stepOf(*operation, variant));
  const Problem problem(operation->parameters);
  const StepPlan plan = step->plan(problem);
  BuildOrder order{.unit = {}, .kernels = {}, .target = target};
  if (own) {
    order.unit = unitWith(own->text, operation->name);
  } else {
    STRATA_ASSIGN(order.unit, deviceUnit(operation->name));
  }
  STRATA_ASSIGN(Json kernels, buildLaunched(std::move(order), plan.launches, own, builder));
  const std::string traps = own ? std::string() : trapsOn(target, *step, problem);
  if (!traps.empty()) markTraps(kernels, traps);
  return Json{{"experiment", operation->name},
              {"variant", own ? own->variant : std::string(step->name)},
              {"target", target},
              {"problem", operation->shapeText ? operation->shapeText(problem) : ""},
              {"kernels", std::move(kernels)}};
}

Result<Json> buildAlone(const LoneText& text, const std::string& target, const KernelBuilder& builder) {
  BuildOrder order{.unit = unitWith(text.own.text, {}), .kernels = {}, .target = target};
  STRATA_ASSIGN(Json kernels, buildLaunched(std::move(order), text.launches, &text.own, builder));
  return Json{{"experiment", text.experiment},
              {"variant", text.own.variant},
              {"target", target},
              {"problem", text.problem},
              {"kernels", std::move(kernels)}};
}

}  // namespace strata::inline compiler
