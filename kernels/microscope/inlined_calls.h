#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <vector>

#include "kernels/microscope/source_line.h"

namespace strata::inline microscope {

/// "kernels/matmul/tiled.cuh" of a whole path to a kernel's text; empty for any other file.
std::string kernelTextOf(const char* path);

/// The lines of kernels' texts (*.cuh) that call what is inlined at an address of a unit, the innermost first.
std::vector<SourceLine> inlinedCalls(Dwarf_Die* unit, Dwarf_Addr address);

}  // namespace strata::inline microscope
