#pragma once

#include <optional>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// The stack as shares of all calls (ViewState::shares).
void drawStoreyShares(Canvas& canvas, Rect area, const ViewState& state);
std::optional<Hit> hitStoreyShares(const Canvas& canvas, Rect area, const ViewState& state, Point at);

}  // namespace strata::inline views
