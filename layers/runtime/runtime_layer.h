#pragma once

#include <string>

#include "engine/device/device_info.h"
#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline runtime {

const StackLayer& runtimeLayer();

/// Strata's own runtime for the CPU device; `device` is nullptr where none could be opened.
StoreyState probeCpuRuntime(const DeviceInfo* device);

/// A vendor's runtime; `observation` says how it is observed, and is empty where no device is open.
StoreyState probeGpuRuntime(std::string name, std::string version, const std::string& observation);

}  // namespace strata::inline runtime
