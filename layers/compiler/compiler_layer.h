#pragma once

#include <string>

#include "engine/protocol/agent_facts.h"
#include "layers/common/stack_layer.h"

namespace strata::inline compiler {

const StackLayer& compilerLayer();

/// "GCC 12.2.0"
std::string hostCompiler();
/// What it was given for the CPU device's kernels of a level of x86-64, "v1" … "v4", as far as it decides over their
/// speed.
std::string kernelFlags(std::string_view level);

/// A vendor's compiler that built this program's kernels.
struct GpuCompiler {
  std::string name, version, architectures;  ///< "nvcc", "13.0", "sm_90 sm_100"
};

/// The host compiler that built this program's kernels, ahead of time.
StoreyState probeCpuCompiler();
StoreyState probeGpuCompiler(const GpuCompiler& compiler);

}  // namespace strata::inline compiler
