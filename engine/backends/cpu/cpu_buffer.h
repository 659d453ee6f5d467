#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/backends/cpu/cpu_core.h"
#include "engine/device/device.h"

namespace strata::cpu {

/// Memory of the kind asked for. Where the system refuses to lock memory, Pinned is answered with a Pageable buffer,
/// and says so by its kind(). Freeing device or pinned memory waits until all streams are idle.
Result<std::unique_ptr<Buffer>> allocateBuffer(std::shared_ptr<CpuCore> core, std::size_t bytes, MemoryKind kind);

/// Memory that was imported, as memory of the device, for kernels write it; what it is counted as is where it came
/// from. `owner` goes once all streams are idle. `freeCall`, of static storage, is what that call is named.
std::unique_ptr<Buffer> sharedBuffer(std::shared_ptr<CpuCore> core, std::span<std::byte> memory,
                                     std::shared_ptr<void> owner, MemoryKind countedAs, const char* freeCall);

}  // namespace strata::cpu
