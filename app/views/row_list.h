#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "app/canvas/canvas.h"
#include "app/views/view.h"

namespace strata::inline views {

/// Rows of one height of which some are in sight.
struct RowList {
  static constexpr float kRow = 20;
  Rect area;
  std::size_t size = 0, first = 0, room = 0;

  std::size_t shown() const { return std::min(room, size - first); }
  Rect row(std::size_t index) const {
    return {area.x, area.y + kRow * static_cast<float>(index - first), area.w, kRow};
  }
  std::optional<std::size_t> rowAt(Point at) const;
  /// The row on top after so many lines.
  std::size_t scrolled(float lines) const;
  /// The row that a key goes to; nothing for a key that goes nowhere, or in an empty list.
  std::optional<std::size_t> keyed(ViewKey key, std::optional<std::size_t> from) const;
  /// The row on top with which a row is in sight, moved as little as can be.
  std::size_t firstFor(std::size_t row) const;
};

/// `first`: the row that is wanted on top.
RowList layOutRows(Rect area, std::size_t size, std::size_t first);
/// Where in the list the rows in sight are, in the margin right of them; nothing where all are.
void drawThumb(Canvas& canvas, const RowList& list);

}  // namespace strata::inline views
