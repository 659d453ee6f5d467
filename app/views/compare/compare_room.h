#pragma once

#include "app/facts/view_state.h"

namespace strata::inline views {

/// A comparison's view of this size has room for its table alone: neither beside it nor above it for the lanes of all
/// storeys. `state.sight.comparison` is there.
bool compareTableAlone(Rect area, const ViewState& state);

}  // namespace strata::inline views
