#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline workloads {

/// A grey picture, row by row from the top; 0 is black, 255 is white.
struct CnnPicture {
  std::int64_t width = 0, height = 0;
  std::vector<float> pixels;
};

/// A binary (P5) or ascii (P2) PGM of at most 4096×4096 pixels with grey values up to 255. Usage with file, what
/// is wrong and at which byte.
Result<CnnPicture> readPgm(const std::filesystem::path& path);

/// How a network may want its pixels: as they are, divided by 255, and then with MNIST's mean and deviation.
inline constexpr std::array<std::string_view, 3> kCnnPixels{"0-255", "0-1", "normalised"};

/// Makes the grey values of a picture what a network wants, by one of kCnnPixels.
void scalePixels(std::span<float> pixels, std::string_view choice);

}  // namespace strata::inline workloads
