#pragma once

#include "app/facts/comparison.h"
#include "app/views/row_list.h"

namespace strata::inline views {

/// What two sessions took by name, where it stands.
struct CompareTable {
  Rect head;
  RowList list;
  std::vector<std::uint32_t> rows;  ///< indices of the comparison's names
  float longestName = 0;            ///< the room that names would like
  float longestRatio = 0;           ///< and ratios
};

/// `state.sight.comparison` is there.
CompareTable layOutCompareTable(Rect area, const ViewState& state);
/// Whether a row in sight says a ratio that may be chance, within the spread of the repeats or of one; it is dim.
bool showsUnsure(const CompareTable& table, const ViewState& state);
void drawCompareTable(Canvas& canvas, const CompareTable& table, const ViewState& state);
std::optional<Hit> hitCompareTable(const CompareTable& table, const ViewState& state, Point at);
/// The row that keys are on, and how rows are sorted, for who does not see them.
std::string readCompareTable(const ViewState& state);
std::optional<Hit> pressCompareTable(const CompareTable& table, const ViewState& state, ViewKey key);

}  // namespace strata::inline views
