#include "app/session/choices.h"

#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include <algorithm>

#include "engine/protocol/nearest_name.h"
#include "engine/protocol/workload.h"
#include "layers/workloads/experiments.h"

namespace strata::inline session {
namespace {

/// Numbers stay numbers; a parameter that wants words gets them as they stand. So stands, for the message, what is no
/// number of the parameter, and a whole number with a point: "1.000" is a thousand to some and one to others.
nlohmann::json valueOf(const ExperimentInfo& info, const std::string& name, const std::string& text) {
  using Type = ParameterInfo::Type;
  const auto parameter = std::ranges::find(info.parameters, name, &ParameterInfo::name);
  const bool known = parameter != info.parameters.end();
  if (known && parameter->type != Type::Integer && parameter->type != Type::Number) return text;
  if (known && parameter->type == Type::Integer && text.find('.') != std::string::npos) return text;
  const auto value = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  const bool asTyped = value.is_number() && (!known || value.dump() == text || takes(*parameter, value));
  return asTyped ? value : nlohmann::json(text);
}

}  // namespace

std::vector<std::string> experimentNames() {
  std::vector<std::string> names;
  for (const ExperimentInfo* info : experiments()) names.push_back(info->name);
  return names;
}

std::vector<std::string> experimentNamesWith(std::string_view parameter) {
  std::vector<std::string> names;
  for (const ExperimentInfo* info : experiments())
    if (std::ranges::find(info->parameters, parameter, &ParameterInfo::name) != info->parameters.end())
      names.push_back(info->name);
  return names;
}

Result<const ExperimentInfo*> findExperiment(const std::string& name) {
  for (const ExperimentInfo* info : experiments())
    if (info->name == name) return info;
  return Error{ErrorCode::Usage,
               fmt::format("There is no experiment '{}'; {}", name, suggestion(name, experimentNames()))};
}

Result<KeptJson> parametersFrom(const ExperimentInfo& info, const std::vector<std::string>& assignments) {
  auto given = nlohmann::json::object();
  for (const std::string& assignment : assignments) {
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{ErrorCode::Usage, fmt::format("--set takes name=value, such as n=512, not '{}'.", assignment)};
    const std::string name = assignment.substr(0, equals);
    const auto value = valueOf(info, name, assignment.substr(equals + 1));
    if (given.contains(name) && given[name] != value)
      return Error{ErrorCode::Usage, fmt::format("--set gives {} two values, {} and {}; leave one of them out.", name,
                                                 given[name].dump(), value.dump())};
    given[name] = value;
  }
  STRATA_ASSIGN(nlohmann::json all, resolveParameters(info, given));
  return KeptJson(std::move(all));
}

Result<Request> requestFor(const RunLine& line, std::vector<OwnKernel> kernels) {
  STRATA_ASSIGN(const ExperimentInfo* info, findExperiment(line.experiment));
  STRATA_ASSIGN(const ExperimentInfo all, withKernels(*info, kernels));
  STRATA_TRY(chosenVariants(all, line.variants));
  Request request;
  request.name = info->name;
  request.variants = line.variants;
  request.kernels = std::move(kernels);
  STRATA_ASSIGN(request.parameters, parametersFrom(*info, line.set));
  return request;
}

}  // namespace strata::inline session
