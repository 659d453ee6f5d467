#pragma once

#include <string>

#include "app/facts/comparison.h"
#include "app/facts/event_table.h"
#include "app/facts/view_state.h"

namespace strata::inline facts {

/// What a cell of the state's table says.
std::string tableCell(const ViewState& state, std::size_t row, TableColumn column);

/// All rows as a spreadsheet takes them: a line of heads, whole names, times in nanoseconds, shares as parts of 1.
std::string tableCsv(const ViewState& state);

/// The rows of a comparison, those that are chosen in the order in which they are shown, as tableCsv() has them; what a
/// side does not have is empty.
std::string comparedCsv(const Comparison& comparison, const CompareChoices& choices);

}  // namespace strata::inline facts
