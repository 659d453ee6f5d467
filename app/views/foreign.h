#pragma once

#include <string_view>

#include "app/facts/view_state.h"

namespace strata::inline views {

/// Whether the session is another tool's trace: no agent wrote it and no run is in it.
bool isForeign(const ViewState& state);

/// What stands on a storey; on the model's of another tool's trace there is no experiment.
std::string_view storeyWhat(const ViewState& state, const StoreyInfo& info);

}  // namespace strata::inline views
