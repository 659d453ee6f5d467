#pragma once

#include <string>

#include "engine/protocol/run_line.h"

namespace strata::inline lessons {

/// What a shell takes to run the same: "strata run matmul --set n=64 --variants naive", in a loop where a parameter is
/// a list of numbers.
std::string shellCommand(const RunLine& line);

}  // namespace strata::inline lessons
