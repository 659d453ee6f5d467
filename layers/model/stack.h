#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"
#include "layers/compiler/compiler_layer.h"
#include "layers/library/library_layer.h"
#include "layers/runtime/gpu_observation.h"

namespace strata::inline model {

/// The seven storeys from the top down, as text to teach with; asks no machine.
const std::array<const StackLayer*, kStoreyCount>& stackLayers();

/// What of each storey is on this machine for the CPU device (AgentParts::probeStoreys).
std::vector<StoreyState> probeCpuStack(Device* device, ProbeDepth depth = ProbeDepth::Quick);

/// What one GPU vendor's storeys consist of.
struct GpuStack {
  GpuLibraries libraries;
  GpuCompiler compiler;
  std::string runtime, runtimeVersion;
  std::function<StoreyState()> driver;
};

/// What of each storey is on this machine for a GPU. Without a device `unavailable` says why; `observation` may be
/// nullptr.
std::vector<StoreyState> probeGpuStack(const GpuStack& stack, Device* device, const GpuObservation* observation,
                                       const Error& unavailable, ProbeDepth depth = ProbeDepth::Quick);

}  // namespace strata::inline model
