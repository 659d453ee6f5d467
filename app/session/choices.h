#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_line.h"

// What a user chose on the command line, checked against what there is; errors name the nearest.

namespace strata::inline session {

std::vector<std::string> experimentNames();  ///< in the order they are listed
std::vector<std::string> experimentNamesWith(std::string_view parameter);
Result<const ExperimentInfo*> findExperiment(const std::string& name);
/// From "n=512" and the like: every parameter of the experiment, defaults filled in.
Result<KeptJson> parametersFrom(const ExperimentInfo& info, const std::vector<std::string>& assignments);
/// What a show or a lesson runs, with kernels of one's own as variants beside the experiment's.
Result<Request> requestFor(const RunLine& line, std::vector<OwnKernel> kernels = {});

}  // namespace strata::inline session
