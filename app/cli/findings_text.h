#pragma once

#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline cli {

/// What watching a variant's kernels has shown, line by line, or that nothing was found and what was looked at.
std::string findingsText(const RunResult& result);

}  // namespace strata::inline cli
