#pragma once

#include "layers/workloads/common/workload_parts.h"

namespace strata::inline agent {

/// Counts what the CPU device's kernels do to memory, with the instrumented build; empty where this program has none.
MemoryWatch cpuMemoryWatch();

}  // namespace strata::inline agent
