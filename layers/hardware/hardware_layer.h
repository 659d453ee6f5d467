#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/device/device_info.h"
#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline hardware {

const StackLayer& hardwareLayer();

/// The processor the CPU device computes on; `device` is nullptr where none could be opened.
StoreyState probeCpuHardware(const DeviceInfo* device);

/// A GPU that was opened, what is known of it, and why it has no telemetry; empty where it has.
StoreyState probeGpuHardware(const DeviceInfo& device, std::span<const DeviceFact> facts,
                             std::string_view withoutTelemetry);
/// No GPU: why not, and what helps.
StoreyState missingGpu(std::string reason, std::string remedy);

}  // namespace strata::inline hardware
