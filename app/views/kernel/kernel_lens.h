#pragma once

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/views/kernel/kernel_layout.h"

// The kernel's text as the other vendor's source: the switch in the header, the marks at changed places and notes.

namespace strata::inline views {

/// "as CUDA | as HIP" at the right of the header; a click on the one that is on shows the text as it is.
void drawLensSwitch(Canvas& canvas, const KernelLayout& layout, const ViewState& state);
std::optional<Hit> hitLensSwitch(const Canvas& canvas, const KernelLayout& layout, const ViewState& state, Point at);
/// What is left of the header's line.
Rect besideLensSwitch(const Canvas& canvas, const KernelLayout& layout, const ViewState& state);

/// "the same text in HIP", or how many changes and notes; empty where the text is shown as it is.
std::string lensSummary(const KernelFacts& facts);
/// The sentences at a line, each a line; empty: there are none.
std::string lensTooltip(const KernelFacts& facts, int line);

/// Underlines what is new in the line.
void drawLensPlaces(Canvas& canvas, const KernelLayout& layout, const KernelFacts& facts, int line);
/// A word for the gravest note at the line in a frame at the right end of the box; returns what is left for the text.
Rect drawLensMark(Canvas& canvas, Rect box, const KernelLayout& layout, const KernelFacts& facts, int line);

}  // namespace strata::inline views
