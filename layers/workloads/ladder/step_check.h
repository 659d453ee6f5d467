#pragma once

#include <cstdint>
#include <string>

#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// OwnKernels of the CPU device: the host's compiler, and a watch on every step of every thread.
OwnKernels hostKernels();

/// "mine.cu:12" where an instruction is of such a kernel; empty for any other. Any thread.
std::string ownLineAt(std::uintptr_t pc);

}  // namespace strata::inline workloads
