#pragma once

#include <optional>

#include "app/views/view.h"

// What a click acts on, for hands on keys.

namespace strata::inline views {

enum class Way : std::uint8_t { Left, Right, Up, Down };

/// Something in a view that a click acts on: its extent, and a point that a click would meet.
struct Spot {
  Rect rect;
  Point at;
  friend bool operator==(const Spot&, const Spot&) = default;
};

/// What a click at this point acts on; no value: nothing.
std::optional<Spot> spotAt(const View& view, Rect area, const ViewState& state, Point at);

/// The nearest spot on this way from another, from the view's edge where there is none; no value: none is there.
std::optional<Spot> nextSpot(const View& view, Rect area, const ViewState& state, std::optional<Spot> from, Way way);

/// What is chosen where an arrow would leave a list that goes on that way: it scrolls by a line under the spot.
/// Nothing: `next`, which is the next spot, is still in the list, or there is no list.
std::optional<ViewChoices> scrolledUnder(const View& view, Rect area, const ViewState& state, const Spot& spot,
                                         const std::optional<Spot>& next, Way way);
/// What is chosen after a key that scrolls by pages or to an end, in a view without keys of its own; nothing: it moves
/// nothing.
std::optional<ViewChoices> scrolledByKey(const View& view, Rect area, const ViewState& state, ViewKey key);

}  // namespace strata::inline views
