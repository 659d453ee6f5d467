#pragma once

#include <memory>

#include "engine/protocol/workload.h"

namespace strata {

/// The experiment "faults": a good kernel, then the one that its parameter `kernel` names (fault_kernels.h); "is lost"
/// says that the device is.
std::unique_ptr<Workload> faultsWorkload();

}  // namespace strata
