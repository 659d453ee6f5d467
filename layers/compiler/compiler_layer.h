#pragma once

#include <string>

#include "engine/protocol/agent_facts.h"
#include "layers/hardware/stack_layer.h"

namespace strata {

const StackLayer& compilerLayer();

/// "GCC 12.2.0"
std::string hostCompiler();

/// The host compiler that built this program's kernels, ahead of time.
StoreyState probeCpuCompiler();

}  // namespace strata
