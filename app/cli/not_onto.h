#pragma once

#include <string>

#include "engine/base/result.h"

namespace strata {

/// Error Usage where writing `out` would replace `input`, through links too.
Result<void> notOnto(const std::string& input, const std::string& out);

}  // namespace strata
