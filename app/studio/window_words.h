#pragma once

#include <string>
#include <vector>

#include "engine/protocol/run_result.h"

namespace strata::inline studio {

/// A sentence of an agent that names options of its command line, or choices of its request, names what the window has
/// instead.
std::string inWindow(std::string message);
/// The same of what results say.
std::vector<RunResult> inWindow(std::vector<RunResult> results);

}  // namespace strata::inline studio
