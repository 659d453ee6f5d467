#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/protocol/request.h"
#include "engine/protocol/workload.h"

namespace strata::inline protocol {

/// The workload of this name, or an Error that lists the known ones.
Result<Workload*> findWorkload(const std::vector<std::unique_ptr<Workload>>& workloads, std::string_view name);

/// A run request as it can be carried out: parameters filled in and checked, variants known.
Result<Request> checkedRun(const ExperimentInfo& info, Request request);

}  // namespace strata::inline protocol
