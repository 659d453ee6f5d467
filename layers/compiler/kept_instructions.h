#pragma once

#include "kernels/operation/line_instructions.h"

namespace strata::inline compiler {

/// What is kept (lineInstructionsText), less the kernels whose texts have changed since it was written.
const LineInstructions& keptInstructions();

}  // namespace strata::inline compiler
