#pragma once

#include <memory>

#include "engine/backends/gpu/gpu_context.h"
#include "engine/device/interop.h"

namespace strata::gpu {

/// nullptr where the vendor's runtime shares nothing. The context outlives it.
std::unique_ptr<Interop> makeInterop(GpuContext& context);

}  // namespace strata::gpu
