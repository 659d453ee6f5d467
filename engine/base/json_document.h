#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace strata::inline base {

/// Parses JSON that others wrote: nested at most 32 deep, no object with a key twice; numbers that no double holds,
/// broken UTF-8 and everything else that is no JSON are an error with its byte. What it takes in memory is in
/// proportion to the text.
Result<nlohmann::json> parseJson(const std::string& file, std::string_view text);

}  // namespace strata::inline base
