#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/protocol/run_result.h"

namespace strata::inline still {

/// How a column of results came about, "measured"; "–" where none of them says it. `field` is as kindOf of one has it.
std::string kindOf(std::span<const RunResult> results, std::string_view field);

}  // namespace strata::inline still
