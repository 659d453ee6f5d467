#pragma once

#include <string_view>

#include "engine/device/kernel.h"

namespace strata {

/// "endless" never ends, "slow" takes milliseconds a block, "strays" writes where it must not, "digs" and "hoards" use
/// up the stack; any other name fills 32 numbers. All take (int*, int).
KernelEntry faultKernel(std::string_view name);

}  // namespace strata
