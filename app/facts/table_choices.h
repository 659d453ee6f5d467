#pragma once

#include <cstdint>
#include <optional>

#include "app/facts/event_filter.h"

namespace strata::inline facts {

/// What a row of the table of events says. Rows of names have the first eleven, rows of events Name and the rest.
enum class TableColumn : std::uint8_t {
  Name,
  Total,
  ThreadShare,
  StreamShare,
  Self,
  Count,
  Mean,
  Least,
  Median,
  P99,
  Most,
  Begin,
  Length
};

/// What a person wants of the table of events.
struct TableChoices {
  EventFilter filter = {};
  bool eachEvent = false;                   ///< a row an event; else a row a name
  TableColumn column = TableColumn::Total;  ///< that it is sorted by
  bool ascending = false;
  std::size_t first = 0;  ///< the row on top, while `firstOf` is selected; else the selected row is in sight
  std::optional<EventRef> firstOf = {};
  bool byShape = false;  ///< a row a name and what it was launched with: grid and block
  bool rowsOfShapes() const { return byShape && !eachEvent; }
  friend bool operator==(const TableChoices&, const TableChoices&) = default;
};

}  // namespace strata::inline facts
