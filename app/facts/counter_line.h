#pragma once

#include <optional>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// What a counter shows in one column of pixels.
struct CounterColumn {
  float x = 0, w = 1;
  double low = 0, high = 0;  ///< of the values that column holds
  double last = 0;           ///< the value at its right edge
};

/// A counter over a range, one column a pixel at most, equal neighbours joined. Before its first value it has none.
struct CounterLine {
  std::vector<CounterColumn> columns;
  double low = 0, high = 0;  ///< of all columns
};
CounterLine counterLine(const RowView& row, TimeRange range, HostTime until, float x, float width);

/// The value at a time; none before the first.
std::optional<std::uint32_t> counterAt(const RowView& row, HostTime time);

}  // namespace strata::inline facts
