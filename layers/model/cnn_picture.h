#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata {

/// A grey picture, row by row from the top; 0 is black, 255 is white.
struct CnnPicture {
  std::int64_t width = 0, height = 0;
  std::vector<float> pixels;
};

/// A binary (P5) or ascii (P2) PGM of at most 4096×4096 pixels with grey values up to 255. Usage with file, what
/// is wrong and at which byte.
Result<CnnPicture> readPgm(const std::filesystem::path& path);

}  // namespace strata
