#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/comparison.h"

namespace strata::inline facts {

/// All of a state's session, which is not empty, as a side.
ComparedSession wholeSession(const ViewState& state);

std::string_view sideLetter(std::size_t side);  ///< "A", "B"

/// What the sides are called beside each other: their titles, with their devices where these differ.
std::array<std::string, 2> sideTitles(const Comparison& comparison);

bool ofOneExperiment(const ComparedSession& one, const ComparedSession& two);

/// What both tell, and tell otherwise.
std::vector<OtherParameter> valuesApart(const ToldValues& one, const ToldValues& two);

}  // namespace strata::inline facts
