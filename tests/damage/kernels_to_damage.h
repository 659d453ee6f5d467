#pragma once

#include <vector>

#include "engine/protocol/request.h"

namespace strata::test {

/// Runs of one kernel each, as the window asks for them, at small sizes: all steps of operations, solutions of puzzles,
/// free kernels, and kernels in which something is wrong from the beginning.
std::vector<Request> kernelsToDamage();

}  // namespace strata::test
