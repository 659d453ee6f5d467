#pragma once

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// Counts, for views that need it, what is in the measured range or in sight, and makes the table of it; the spread is
/// of the selected event's row. Needs a session.
void addUpNames(ViewState& state);

/// Whether the state's table is of the range, the rows and the filter that are wanted; else that is being made.
bool tableIsAsWanted(const ViewState& state);

}  // namespace strata::inline facts
