#pragma once

#include <string>

#include "app/cli/json_out.h"
#include "app/facts/comparison.h"

namespace strata::inline cli {

/// What two sessions took: storeys, calls, the device's work for them, kernels; of sessions without these all events.
std::string comparisonText(const Comparison& comparison);

/// All of it, as docs/interchange.md has it.
OrderedJson comparisonJson(const Comparison& comparison);

}  // namespace strata::inline cli
