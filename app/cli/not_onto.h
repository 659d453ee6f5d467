#pragma once

#include <string>

#include "engine/base/result.h"

namespace strata::inline cli {

/// Error Usage where writing `out` would replace `input`, through links too.
Result<void> notOnto(const std::string& input, const std::string& out);

/// Error Usage where the file `out` and the JSON object would both go to standard output, one in the other.
Result<void> notAmongJson(const std::string& out, bool json);

}  // namespace strata::inline cli
