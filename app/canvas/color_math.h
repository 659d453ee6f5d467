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

/// `color`, darker at the same hue and saturation until it has that contrast to a light `ground`.
Color shadeOn(Color ground, Color color, double least);
/// `color`, paler, for what stands behind: as far as it is told from an opaque `ground` (contrast 3); one that is not
/// itself keeps most of the contrast it has.
Color quietOn(Color ground, Color color);

/// A perceptually even map from dark violet over teal to light yellow; `t` is cut to 0 … 1.
Color heatColor(double t);

}  // namespace strata::inline canvas
