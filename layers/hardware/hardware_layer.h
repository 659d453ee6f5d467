#pragma once

#include "engine/device/device_info.h"
#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"

namespace strata {

const StackLayer& hardwareLayer();

/// The processor the CPU device computes on; `device` is nullptr where none could be opened.
StoreyState probeCpuHardware(const DeviceInfo* device);

}  // namespace strata
