#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/call_picture.h"

namespace strata::inline views {

/// A part of a bar: bright where the storey owns the time, pale where it waits for a storey below.
struct StackSegment {
  float x = 0, w = 0;
  bool own = false;
};

/// One event, or several folded because they are too small or too deep to show.
struct StackBar {
  Rect rect;
  CallEvent first;
  std::uint32_t count = 1;
  std::vector<StackSegment> segments;  ///< left to right, they fill the bar
  Rect free;                           ///< up to the next bar, where a label finds room that the bar lacks
  Rect before;                         ///< the same left of the first bar of a level
};

struct StackRow {
  Rect area;  ///< all of the row
  Rect name, plot, side;
  std::vector<StackBar> bars;
};

/// Where everything in the stack view stands; drawn and hit by the same numbers.
struct StackLayout {
  Rect header;  ///< its line; no height if there is no room for it
  float scale = 1;
  std::array<StackRow, kStoreyCount> rows;

  float xOf(TimeRange span, HostTime time) const;
};

/// Without a picture the rows have no bars.
StackLayout layoutStack(Rect area, const CallPicture* picture);

}  // namespace strata::inline views
