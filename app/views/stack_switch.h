#pragma once

#include "app/views/canvas.h"
#include "app/views/stack_layout.h"
#include "app/views/view_state.h"

namespace strata {

/// "follow the call | all calls" at the right of the stack's header.
void drawStackSwitch(Canvas& canvas, const StackLayout& layout, const ViewState& state);
std::optional<Hit> hitStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state, Point at);
/// What is left of the header's line.
Rect besideStackSwitch(const Canvas& canvas, const StackLayout& layout, const ViewState& state);

}  // namespace strata
