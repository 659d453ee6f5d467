#pragma once

#include <string>
#include <string_view>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/views/stack/stack_layout.h"

// What a row of the stack shows beside its bars, whether they are one call's or all calls'.

namespace strata::inline views {

/// What the session's agent said of a storey; nullptr: nothing.
const StoreyState* storeyState(const ViewState& state, Storey storey);
/// Who is that storey here: "GCC 12.2.0"; what happens there if nobody is named.
std::string storeyIdentity(const ViewState& state, const StoreyInfo& info);

/// Colour, title and identity at the left of a row.
void drawStoreyName(Canvas& canvas, float scale, const StackRow& row, const StoreyInfo& info, std::string_view detail,
                    bool dim);
/// There is room for a quiet line below the loud one.
bool hasSecondLine(float scale, const StackRow& row);
/// At the right of a row `loud` and quietly `after` ("45.6 µs own · 74 %"), of which what stands behind a dot goes
/// first where there is no room; a quiet line below. Returns where its words begin.
float drawStoreySide(Canvas& canvas, float scale, const StackRow& row, std::string_view loud, std::string_view after,
                     std::string_view second, bool dim);

/// It was said to be missing here.
bool missing(const StoreyState* known);
/// The session holds nothing of that storey, and nobody said why.
bool unreported(const ViewState& state, Storey storey);
/// A quiet line where bars would be, as far as the words at the right, which begin there.
void drawStoreyNote(Canvas& canvas, float scale, const StackRow& row, std::string_view words, float right);
/// A row without bars: why there are none, where bars would be; at the right `loud`, or that the storey is missing and
/// what would bring it.
void drawUnspent(Canvas& canvas, float scale, const StackRow& row, const ViewState& state, const StoreyInfo& info,
                 std::string_view loud);

}  // namespace strata::inline views
