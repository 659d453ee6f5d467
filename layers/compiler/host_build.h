#pragma once

#include "engine/base/result.h"
#include "engine/device/kernel.h"
#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// A kernel of the CPU device as the host's compiler left it in this program: its instructions, if objdump is here and
/// the program still has its symbols. Nothing is compiled; what is in registers is not claimed.
Result<KernelBuild> hostBuild(const KernelEntry& kernel);

}  // namespace strata::inline compiler
