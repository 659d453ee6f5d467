#pragma once

#include <string>

#include "engine/base/result.h"

namespace strata::inline cli {

/// Error Usage where writing `out` would replace `input`, through links too.
Result<void> notOnto(const std::string& input, const std::string& out);

}  // namespace strata::inline cli
