#pragma once

#include <span>
#include <string>

#include "engine/device/device_info.h"
#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline hardware {

const StackLayer& hardwareLayer();

/// The processor the CPU device computes on; `device` is nullptr where none could be opened.
StoreyState probeCpuHardware(const DeviceInfo* device);

/// A GPU that was opened, and what is known of it.
StoreyState probeGpuHardware(const DeviceInfo& device, std::span<const DeviceFact> facts);
/// No GPU: why not, and what helps.
StoreyState missingGpu(std::string reason, std::string remedy);

}  // namespace strata::inline hardware
