#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// The LLVM IR of a unit (deviceUnit()) for a target ("gfx90a"), optimised, with the kernels asked for instantiated.
/// HIPRTC hands none out on every ROCm release; hipcc, which is the same compiler, prints it.
BuildText llvmIr(const std::string& unit, std::span<const std::string> kernels, const std::string& target);

/// What of it defines one function; all of it where that is not found.
std::string llvmIrOfFunction(std::string_view module, std::string_view symbol);

}  // namespace strata::inline compiler
