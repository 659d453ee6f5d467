#include "app/still/run_title.h"

#include <nlohmann/json.hpp>

#include "app/session/choices.h"
#include "app/session/run_forecast.h"

namespace strata::inline still {

std::string runTitle(const RunRecord& run) {
  const std::string shape = shapeOf(run);
  return shape.empty() ? run.experiment : run.experiment + " " + shape;
}

std::string chosenParameters(const RunRecord& run) {
  const auto info = findExperiment(run.experiment);
  if (!info.ok()) return {};
  std::string chosen;
  for (const ParameterInfo& parameter : info.value()->parameters) {
    const nlohmann::json& value = run.parameters[parameter.name];
    const nlohmann::json& unasked =
        parameter.defaultValue->is_null() ? run.parameters[parameter.follows] : *parameter.defaultValue;
    if (value.is_null() || value == unasked) continue;
    chosen += (chosen.empty() ? "" : ", ") + parameter.name + "=";
    chosen += value.is_string() ? value.get<std::string>() : value.dump();
  }
  return chosen;
}

}  // namespace strata::inline still
