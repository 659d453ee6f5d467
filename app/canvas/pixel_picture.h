#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/storey.h"

namespace strata::inline canvas {

/// Row-major RGBA.
struct PixelPicture {
  std::uint32_t width = 0, height = 0;
  std::vector<Color> pixels;
};

inline constexpr std::uint32_t kMostPictureSide = 4096;

/// Of the bytes of a PNG file. Usage, in words that follow the file's name, for what is none or is larger.
Result<PixelPicture> decodePng(const std::string& bytes);

/// The same with fewer pixels, each the mean of those it takes the place of; no side becomes longer.
PixelPicture shrunkTo(const PixelPicture& picture, std::uint32_t width, std::uint32_t height);

}  // namespace strata::inline canvas
