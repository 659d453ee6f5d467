#pragma once

#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// OwnKernels of the CPU device: the host's compiler, and a watch on every step of every thread.
OwnKernels hostKernels();

}  // namespace strata::inline workloads
