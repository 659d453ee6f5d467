#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace strata::inline graphics {

/// How many pixels are of another frame than `frame` (modulo 256), or, where none is given, than most are of.
std::uint64_t tornPixels(std::span<const std::uint32_t> pixels, std::optional<std::uint64_t> frame);

/// Sets every pixel's alpha byte to opaque.
void makeOpaque(std::span<std::uint32_t> pixels);

}  // namespace strata::inline graphics
