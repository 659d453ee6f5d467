#pragma once

#include <string_view>

#include "engine/device/kernel.h"

namespace strata {

/// The device code of a kernel in this binary, by the name profilers show ("matmul_tiled<32>"); function is nullptr for
/// an unknown name. Defined once per backend.
KernelEntry findKernel(std::string_view kernel);

}  // namespace strata
