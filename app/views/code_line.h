#pragma once

#include <string_view>

#include "app/canvas/canvas.h"

namespace strata::inline views {

/// A line of C++ in the colours of its tokens, cut with a mark where the box is too narrow. `inComment`: whether the
/// line begins inside a comment; afterwards whether the next one does.
void drawCodeLine(Canvas& canvas, Rect box, std::string_view line, bool& inComment, TextStyle style);

}  // namespace strata::inline views
