#pragma once

#include <memory>

#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::gpu {

/// Device memory by the vendor's allocator, pinned memory by its host allocator, pageable memory by the C++ heap.
Result<std::unique_ptr<Buffer>> allocateBuffer(GpuContext& context, std::size_t bytes, MemoryKind kind);

}  // namespace strata::gpu
