#pragma once

#include <string>
#include <vector>

#include "app/facts/compared_name.h"

namespace strata::inline facts {

/// How the rows of a comparison are called: short, and each otherwise than the others.
void tellApart(std::vector<ComparedName>& rows);

/// The label that needs most room.
std::string widestLabel(const std::vector<ComparedName>& rows);

}  // namespace strata::inline facts
