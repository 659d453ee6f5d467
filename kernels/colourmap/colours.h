#pragma once

#include <array>
#include <cstdint>

namespace strata::inline kernels {

/// Red, green, blue, alpha.
using Colour = std::array<std::uint8_t, 4>;

/// Colour `index` of 256, from dark blue through purple, red and orange to bright yellow. In Oklab they lie on a helix:
/// lightness and hue grow evenly and chroma stays, so that equal steps look equally large.
Colour colourOf(int index);

}  // namespace strata::inline kernels
