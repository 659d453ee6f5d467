#pragma once

#include <string>
#include <string_view>

#include "app/lessons/told.h"

namespace strata::inline lessons {

/// Of an expression that does not hold, what was expected of its parts and what came out: "expected time(naive) <
/// time(tiled), got 0.004 s and 0.001 s". Empty: it holds, or cannot be computed.
std::string whyItFails(std::string_view expression, const Telling& telling);

}  // namespace strata::inline lessons
