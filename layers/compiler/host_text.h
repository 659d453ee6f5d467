#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// What the host's compiler makes now of kernels of a unit (deviceUnit()) for a level of x86-64: "x86-64" (the highest
/// that this processor has), "x86-64-v3". Each stage is a program of its own and timed. Unavailable where there is no
/// compiler, Usage with its words where it refuses.
Result<std::vector<KernelBuild>> hostTexts(const std::string& unit, std::span<const std::string> kernels,
                                           const std::string& target);

}  // namespace strata::inline compiler
