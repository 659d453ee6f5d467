#pragma once

#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline driver {

const StackLayer& driverLayer();

/// The operating system's kernel: the driver of the CPU device.
StoreyState probeCpuDriver();

}  // namespace strata::inline driver
