#include "engine/frames/frame_way.h"

#include <bit>
#include <cstring>

namespace strata::inline frames {

std::uint64_t frameHash(const std::byte* pixels, FrameShape shape) {
  // Four lanes, so that a processor multiplies them side by side; a pixel's place decides its lane and its weight.
  constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15u;
  std::uint64_t lanes[4] = {1, 2, 3, std::uint64_t{shape.width} << 32 | shape.height};
  for (std::uint32_t y = 0; y < shape.height; ++y) {
    const std::byte* row = pixels + std::size_t{y} * shape.pitch;
    for (std::uint32_t x = 0; x < shape.width; ++x) {
      std::uint32_t pixel;
      std::memcpy(&pixel, row + std::size_t{x} * 4, 4);
      lanes[x % 4] = (std::rotl(lanes[x % 4], 5) ^ pixel) * kPrime;
    }
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t lane : lanes) hash = (std::rotl(hash, 17) ^ (lane >> 29) ^ lane) * kPrime;
  return hash == 0 ? 1 : hash;
}

}  // namespace strata::inline frames
