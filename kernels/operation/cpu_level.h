#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace strata::inline operation {

/// The level of x86-64 of the kernels that run on the CPU device, "v1", "v3" or "v4": the highest that this processor
/// has, or a lower one that STRATA_CPU_LEVEL asks for; of a build for one machine that machine's.
std::string_view cpuLevel();

/// Usage where STRATA_CPU_LEVEL is none of the levels, or one that this processor or this build has not.
Result<void> checkCpuLevel();

}  // namespace strata::inline operation
