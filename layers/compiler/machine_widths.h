#pragma once

#include <string_view>

#include "kernels/operation/access_widths.h"

namespace strata::inline compiler {

/// For which accesses are counted as wide as its machine code has them, where nobody names an architecture. What only
/// sm_90a has is there, too.
constexpr std::string_view kCountedArchitecture = "sm_90";

/// How wide an architecture's machine code makes the loads and stores of kernels (keptInstructions). Copies from global
/// to shared memory past the registers are both. Made once each, and there from then on.
const AccessWidths& machineWidths(std::string_view architecture = kCountedArchitecture);

}  // namespace strata::inline compiler
