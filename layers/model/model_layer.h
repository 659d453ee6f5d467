#pragma once

#include <array>
#include <vector>

#include "engine/device/device.h"
#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"

namespace strata {

const StackLayer& modelLayer();

/// Strata's own experiments; part of this program, so always there.
StoreyState probeModel();

/// The seven storeys from the top down, as text to teach with; asks no machine.
const std::array<const StackLayer*, kStoreyCount>& stackLayers();

/// What of each storey is on this machine for the CPU device (AgentParts::probeStoreys).
std::vector<StoreyState> probeCpuStack(const Device* device);

}  // namespace strata
