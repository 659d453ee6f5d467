#pragma once

#include <memory>

#include "engine/backends/cpu/cpu_core.h"
#include "engine/device/interop.h"

namespace strata::cpu {

/// Host memory as it is mapped, Vulkan's where lavapipe (Mesa's Vulkan on the processor) has allocated it, and counters
/// in host memory. Vulkan is opened when it is first asked for.
std::unique_ptr<Interop> makeInterop(std::shared_ptr<CpuCore> core);

}  // namespace strata::cpu
