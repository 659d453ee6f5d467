#pragma once

#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// All that an agent can run, in the order it is listed, benches last.
Workloads allWorkloads(const WorkloadParts& parts);

}  // namespace strata::inline workloads
