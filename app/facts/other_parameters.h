#pragma once

#include <string>

#include "app/facts/comparison.h"

namespace strata::inline facts {

/// "parameters differ: n 300 / 256"; empty: none does.
std::string otherParametersText(const Comparison& comparison);

}  // namespace strata::inline facts
