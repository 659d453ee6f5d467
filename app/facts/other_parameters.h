#pragma once

#include <span>
#include <string>

#include "app/facts/comparison.h"
#include "app/words/messages.h"

namespace strata::inline facts {

/// "parameters differ: n 300 / 256, k 64 / 32", where `how` is CompareParametersDiffer; empty: none does.
std::string differText(Msg how, std::span<const OtherParameter> others);

/// "parameters differ: n 300 / 256"; empty: none does.
std::string otherParametersText(const Comparison& comparison);

}  // namespace strata::inline facts
