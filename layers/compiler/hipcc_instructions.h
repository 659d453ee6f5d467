#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "kernels/operation/line_instructions.h"

namespace strata::inline compiler {

/// The architectures that line_instructions.txt has of AMD: CDNA 2 and 3, RDNA 3. gfx940 is the stepping before
/// gfx942, which is all that compilers of its time know.
constexpr std::string_view kKeptGfxs[] = {"gfx90a", "gfx940", "gfx1100"};

/// What hipcc makes now of the texts in this program, for the kernels of an operation and an architecture. No device is
/// needed; Unavailable where hipcc is not installed. Where it knows the architecture but has no device library of it,
/// that of gfx1030 is taken.
Result<LineInstructions> hipccInstructions(std::string_view operation, const std::string& target);

/// The instructions by line of an assembly text (hipcc -S -gdwarf-4 -gline-tables-only). What waits or gives hints is
/// left out (gcn.h).
LineInstructions assemblyInstructions(std::string_view assembly, const std::string& target);

}  // namespace strata::inline compiler
