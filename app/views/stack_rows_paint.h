#pragma once

#include <string>
#include <string_view>

#include "app/views/canvas.h"
#include "app/views/stack_layout.h"
#include "app/views/view_state.h"

// What a row of the stack shows beside its bars, whether they are one call's or all calls'.

namespace strata {

/// What the session's agent said of a storey; nullptr: nothing.
const StoreyState* storeyState(const ViewState& state, Storey storey);
/// Who is that storey here: "GCC 12.2.0"; what happens there if nobody is named.
std::string storeyIdentity(const StoreyState* known, const StoreyInfo& info);

/// Colour, title and identity at the left of a row.
void drawStoreyName(Canvas& canvas, float scale, const StackRow& row, const StoreyInfo& info, std::string_view detail,
                    bool dim);
/// "45.6 µs · 74 %" at the right of a row, and a quiet line below.
void drawStoreySide(Canvas& canvas, float scale, const StackRow& row, std::string_view loud, std::string_view after,
                    std::string_view second, bool dim);

}  // namespace strata
