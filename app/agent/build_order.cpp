#include "app/agent/build_order.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "layers/compiler/contained_run.h"
#include "layers/workloads/common/own_step.h"
#include "layers/workloads/kernel/free_plan.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata::inline agent {
namespace {

Result<nlohmann::json> buildFree(const std::string& target, const KernelBuilder& builder, const OwnKernel& own) {
  STRATA_ASSIGN(const auto kernel, readFreeKernel(own));
  STRATA_ASSIGN(const FreePlan plan, planFree(kernel, {}));
  LoneText text{
      std::string(kKernelExperiment), plan.shapeText(), {own.name, {own.file, own.text, {}}, {}}, plan.launches};
  for (const std::string& name : plan.kernelNames) text.own.kernels.emplace_back(name, name);
  return buildAlone(text, target, builder);
}

Result<nlohmann::json> buildOwn(const std::string& experiment, const std::string& variant, const std::string& target,
                                const KernelBuilder& builder, const OwnKernel& own) {
  if (experiment == kKernelExperiment) return buildFree(target, builder, own);
  const Operation* operation = findOperation(experiment);
  if (!operation) return buildStep(experiment, variant, target, builder);  // says what there is
  OwnKernel placed = own;
  placed.like = variant;
  STRATA_ASSIGN(const auto step, makeOwnStep(*operation, Problem(operation->parameters), placed));
  const OwnBuildParts parts{step->variant, step->text, step->kernels};
  return buildStep(experiment, variant, target, builder, &parts);
}

}  // namespace

decltype(AgentParts::compile) compileWith(KernelBuilder builder) {
  return [builder = std::move(builder)](const std::string& experiment, const std::string& variant,
                                        const std::string& target, const OwnKernel* own) {
    if (own) limitThisProcess({});  // it does nothing else
    return own ? buildOwn(experiment, variant, target, builder, *own) : buildStep(experiment, variant, target, builder);
  };
}

}  // namespace strata::inline agent
