#pragma once

#include <string_view>

#include "engine/device/kernel.h"

namespace strata {

/// A kernel of tests/backends/language_kernels.cuh as this binary's devices run it; defined once per backend, by
/// language_entries.cpp. The function is nullptr for an unknown name.
KernelEntry languageKernel(std::string_view name);

}  // namespace strata
