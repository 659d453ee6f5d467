#pragma once

#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"

namespace strata {

const StackLayer& compilerLayer();

/// The host compiler that built this program's kernels, ahead of time.
StoreyState probeCpuCompiler();

}  // namespace strata
