#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"
#include "layers/compiler/cubin_lines.h"

namespace strata::inline compiler {

/// The machine code of a cubin's function with the lines that its line table gives: as a disassembler of NVIDIA's
/// prints it, where one is here; else each instruction's words, and the names of those that Strata knows (sass.h).
BuildText sassText(std::span<const char> cubin, std::string_view symbol);

/// The instructions in what nvdisasm or cuobjdump printed of one or more functions: those of `symbol`,
/// without what fills behind the last.
/// "/*0010*/ @!P0 LDG.E R4, [R2.64] ;"
std::vector<BuildInstruction> printedSass(std::string_view printed, std::string_view symbol,
                                          const std::vector<AddressLine>& lines);

}  // namespace strata::inline compiler
