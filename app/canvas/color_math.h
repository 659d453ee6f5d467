#pragma once

#include "engine/base/storey.h"

namespace strata::inline canvas {

/// `share` of `over` on `under`; both opaque.
Color mix(Color under, Color over, float share);
constexpr Color withAlpha(Color color, std::uint8_t alpha) {
  return {color.r, color.g, color.b, alpha};
}

/// WCAG contrast of two opaque colours, 1 … 21.
double contrast(Color a, Color b);
/// Dark or light text: whichever reads better on an opaque `ground`.
Color inkOn(Color ground);

/// `color`, moved towards black or white until text in it can be read on an opaque `ground` (contrast 4.5).
Color readableOn(Color ground, Color color);
/// The same until a hair of it can be seen (contrast 1.8).
Color visibleOn(Color ground, Color color);
/// The same until a mark of it is told from the ground at a glance (contrast 3).
Color markOn(Color ground, Color color);

/// A perceptually even map from dark violet over teal to light yellow; `t` is cut to 0 … 1.
Color heatColor(double t);

}  // namespace strata::inline canvas
