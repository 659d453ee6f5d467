#pragma once

#include <string>

#include "app/facts/view_state.h"

namespace strata::inline facts {

inline constexpr double kSeenRatio = 1.05;  ///< of two times: bars show it

/// One sentence about the steps that took visibly longer than one before them, beyond the spread of both, and why that
/// is so on this device. Empty: the ladder rises.
std::string ladderFall(const ViewState& state);

}  // namespace strata::inline facts
