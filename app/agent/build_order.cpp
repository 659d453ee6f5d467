#include "app/agent/build_order.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "layers/workloads/common/own_step.h"

namespace strata::inline agent {
namespace {

Result<nlohmann::json> buildOwn(const std::string& experiment, const std::string& variant, const std::string& target,
                                const KernelBuilder& builder, const OwnKernel& own) {
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
    return own ? buildOwn(experiment, variant, target, builder, *own) : buildStep(experiment, variant, target, builder);
  };
}

}  // namespace strata::inline agent
