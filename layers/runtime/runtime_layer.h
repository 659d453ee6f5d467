#pragma once

#include "engine/device/device_info.h"
#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"

namespace strata {

const StackLayer& runtimeLayer();

/// Strata's own runtime for the CPU device; `device` is nullptr where none could be opened.
StoreyState probeCpuRuntime(const DeviceInfo* device);

}  // namespace strata
