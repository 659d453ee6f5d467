#pragma once

#include <memory>

#include "engine/backends/cpu/cpu_core.h"
#include "engine/device/device.h"

namespace strata::cpu {

/// Memory of the kind asked for. Where the system refuses to lock memory, Pinned is answered with a Pageable buffer,
/// and says so by its kind(). Freeing device or pinned memory waits until all streams are idle.
Result<std::unique_ptr<Buffer>> allocateBuffer(std::shared_ptr<CpuCore> core, std::size_t bytes, MemoryKind kind);

}  // namespace strata::cpu
