#pragma once

#include <string>
#include <vector>

#include "app/cli/compare_figures.h"
#include "app/cli/json_out.h"
#include "app/facts/comparison.h"

namespace strata::inline cli {

/// What two sessions took: storeys, steps, how busy the devices were, figures of the runs, calls, the device's work for
/// them, kernels, and all other events.
std::string comparisonText(const Comparison& comparison, const std::vector<ComparedFigure>& figures);

inline constexpr int kComparisonVersion = 2;

/// All of it, as docs/json.md has it.
OrderedJson comparisonJson(const Comparison& comparison, const std::vector<ComparedFigure>& figures);

}  // namespace strata::inline cli
