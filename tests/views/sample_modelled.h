#pragma once

#include "app/facts/view_state.h"

namespace strata {

/// sampleLadder's results with times modelled for a GPU whose figures are known: naive and tiled, each by what its
/// launch asks for; tiled is quicker there. The library has none.
ViewState sampleModelled(const std::string& gpu = "a6000");

}  // namespace strata
