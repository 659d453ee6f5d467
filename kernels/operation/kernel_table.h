#pragma once

#include <string_view>

#include "engine/device/kernel.h"

namespace strata::inline operation {

/// The device code of a kernel in this binary, by the name profilers show ("matmul_tiled<32>"); function is nullptr for
/// an unknown name. Defined once per backend.
KernelEntry findKernel(std::string_view kernel);
/// Likewise of the instrumented build (kernels/microscope); nullptr for all where there is none.
KernelEntry findObservedKernel(std::string_view kernel);

}  // namespace strata::inline operation
