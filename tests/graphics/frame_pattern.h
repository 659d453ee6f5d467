#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/frames/frame_way.h"

namespace strata {

/// What the stand-in agent draws: every pixel of every frame is another, and says which frame it is of.
inline std::uint32_t patternPixel(std::uint64_t frame, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t mixed = x * 2654435761u + y * 40503u + static_cast<std::uint32_t>(frame) * 97u;
  return (mixed & 0xffffff) | static_cast<std::uint32_t>(frame & 255) << 24;
}

inline void drawPattern(std::byte* pixels, FrameShape shape, std::uint64_t frame) {
  for (std::uint32_t y = 0; y < shape.height; ++y) {
    std::byte* row = pixels + std::size_t{y} * shape.pitch;
    for (std::uint32_t x = 0; x < shape.width; ++x) {
      const std::uint32_t pixel = patternPixel(frame, x, y);
      std::memcpy(row + std::size_t{x} * 4, &pixel, 4);
    }
  }
}

}  // namespace strata
