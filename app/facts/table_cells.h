#pragma once

#include <string>

#include "app/facts/event_table.h"
#include "app/facts/view_state.h"

namespace strata::inline facts {

/// What a cell of the state's table says.
std::string tableCell(const ViewState& state, std::size_t row, TableColumn column);

/// All rows as a spreadsheet takes them: a line of heads, whole names, times in nanoseconds, shares as parts of 1.
std::string tableCsv(const ViewState& state);

}  // namespace strata::inline facts
