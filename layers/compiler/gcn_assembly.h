#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"
#include "layers/compiler/machine_code.h"

namespace strata::inline compiler {

/// A kernel of an assembly text of AMD's compiler.
struct GcnKernel {
  std::string symbol;
  std::vector<MachineInstruction> code;
  CompiledResources resources;
};

/// Of a text with line numbers in the form of DWARF 4 (hipcc -S -gdwarf-4 -gline-tables-only), in its order. The lines
/// are those of kernels' texts (*.cuh): what was inlined from other files counts for the line that calls it.
std::vector<GcnKernel> gcnKernels(std::string_view assembly);

}  // namespace strata::inline compiler
