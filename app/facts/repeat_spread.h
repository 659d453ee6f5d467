#pragma once

#include <span>
#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline facts {

/// One sentence about variants whose slowest repeat took more than twice as long as the fastest, so that what stands
/// beside them says little. Empty: there is none.
std::string wideSpreadText(std::span<const RunResult> results);

/// Whether a step took longer than one before it, visibly and in every repeat.
bool clearlySlower(const RunResult& step, const RunResult& before);

}  // namespace strata::inline facts
