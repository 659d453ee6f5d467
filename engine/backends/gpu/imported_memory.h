#pragma once

#include <memory>

#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::gpu {

/// Host memory that the device reaches, of kind Pinned. The handle was checked.
Result<std::unique_ptr<Buffer>> importHostMemory(GpuContext& context, const MemoryHandle& handle);

/// Memory of this device that another API allocated, of kind Device. The handle and its owner were checked.
Result<std::unique_ptr<Buffer>> importOpaqueMemory(GpuContext& context, const MemoryHandle& handle);

/// Where kernels find a buffer.
void* addressOnDevice(const Buffer& buffer);

}  // namespace strata::gpu
