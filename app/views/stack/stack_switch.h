#pragma once

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/views/stack/stack_layout.h"

namespace strata::inline views {

/// "follow the call | all calls" at the right of the stack's header.
void drawStackSwitch(Canvas& canvas, const StackLayout& layout, const ViewState& state);
std::optional<Hit> hitStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state, Point at);
/// What is left of the header's line.
Rect besideStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state);

}  // namespace strata::inline views
