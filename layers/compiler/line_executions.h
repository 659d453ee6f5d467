#pragma once

#include <span>
#include <vector>

#include "engine/protocol/run_result.h"
#include "kernels/operation/executed_instructions.h"

namespace strata::inline compiler {

/// What the CPU device counted of a step (observe=memory), by line, for executedInstructions().
std::vector<LineExecutions> lineExecutions(std::span<const ObservedPlace> places);

/// Adds what the text of each line says: of its arithmetic, and of a matrix unit.
void addWhatTextsSay(std::vector<LineExecutions>& lines);

}  // namespace strata::inline compiler
