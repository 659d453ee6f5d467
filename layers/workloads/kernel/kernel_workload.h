#pragma once

#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// The experiment of free kernels.
Workloads kernelWorkloads(const WorkloadParts& parts);

}  // namespace strata::inline workloads
