#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/storey.h"

namespace strata::inline canvas {

/// A PNG file of row-major RGBA pixels, without alpha where all are opaque; empty if there are fewer than width ×
/// height. `perInch`: pixels, for who prints it; 0: not said.
std::string encodePng(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels, double perInch = 0);

std::string encodeBase64(std::string_view bytes);

}  // namespace strata::inline canvas
