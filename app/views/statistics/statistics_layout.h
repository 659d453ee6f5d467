#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "app/canvas/canvas.h"
#include "app/facts/event_table.h"
#include "app/facts/view_state.h"
#include "app/words/messages.h"

namespace strata::inline views {

struct StatisticsColumn {
  TableColumn column;
  Msg name, tip;
};

/// Where everything of the table stands. A part without width has no room.
struct StatisticsLayout {
  Rect header, heads, rows, spread, thumb;    ///< thumb: of the scroll bar; none: all rows are in sight
  std::span<const StatisticsColumn> columns;  ///< that there is room for; the name stands before them
  float columnWidth = 0;
  std::size_t first = 0, shown = 0;   ///< rows in sight
  std::size_t room = 0;               ///< for so many
  std::optional<std::size_t> marked;  ///< the row of what is selected, in sight or not

  Rect row(std::size_t index) const;  ///< of a row in sight
  float nameWidth() const { return rows.w - columnWidth * static_cast<float>(columns.size()); }
  Rect cell(Rect row, std::size_t column) const;
};

/// The columns of a table of events, or of names.
std::span<const StatisticsColumn> statisticsColumns(bool eachEvent);
/// The state has a table and its session.
StatisticsLayout layOutStatistics(Rect area, const ViewState& state);
/// The top row nearest to `wanted` that leaves no empty rows below.
std::size_t boundedFirst(const EventTable& table, std::size_t room, std::size_t wanted);

}  // namespace strata::inline views
