#include "app/graphics/frame_check.h"

#include <algorithm>
#include <array>

namespace strata::inline graphics {

std::uint64_t tornPixels(std::span<const std::uint32_t> pixels, std::optional<std::uint64_t> frame) {
  if (frame) {
    const auto expected = static_cast<std::uint32_t>(*frame & 255);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(pixels, [&](std::uint32_t p) { return p >> 24 != expected; }));
  }
  std::array<std::uint64_t, 256> of{};
  for (const std::uint32_t pixel : pixels) ++of[pixel >> 24];
  return pixels.size() - std::ranges::max(of);
}

void makeOpaque(std::span<std::uint32_t> pixels) {
  for (std::uint32_t& pixel : pixels) pixel |= 0xff000000;
}

}  // namespace strata::inline graphics
