#pragma once

#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// The instructions of a function's LLVM IR, with the lines that the module's metadata (!DILocation) gives them.
std::vector<BuildInstruction> llvmIrInstructions(std::string_view function, std::string_view module);

}  // namespace strata::inline compiler
