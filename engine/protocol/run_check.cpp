#include "engine/protocol/run_check.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/protocol/nearest_name.h"

namespace strata::inline protocol {

Result<Workload*> findWorkload(const std::vector<std::unique_ptr<Workload>>& workloads, std::string_view name) {
  std::vector<std::string> names;
  for (const auto& workload : workloads) {
    names.push_back(workload->info().name);
    if (names.back() == name) return workload.get();
  }
  return Error{ErrorCode::Usage, fmt::format("There is no experiment '{}'; {}", name, suggestion(name, names))};
}

Result<Request> checkedRun(const ExperimentInfo& info, Request request) {
  STRATA_TRY(chosenVariants(info, request.variants));
  STRATA_ASSIGN(request.parameters, resolveParameters(info, *request.parameters));
  if (request.repeat != 0 && request.parameters->contains("repeat")) request.parameters["repeat"] = request.repeat;
  return request;
}

}  // namespace strata::inline protocol
