#pragma once

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// What is to be said of the chosen name: median, percentiles, what launched the event, and a histogram.
void drawStatisticsSpread(Canvas& canvas, Rect box, const ViewState& state);

}  // namespace strata::inline views
