#include "app/canvas/sized_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace strata::inline canvas {
namespace {

/// The two pixels of a side that a new one lies between.
struct Between {
  std::size_t first = 0, second = 0;
  float ofSecond = 0;  ///< its share
};

std::vector<Between> placesBetween(std::uint32_t from, std::uint32_t to) {
  std::vector<Between> places;
  places.reserve(to);
  for (std::uint32_t i = 0; i < to; ++i) {
    const float middle = (static_cast<float>(i) + 0.5f) * static_cast<float>(from) / static_cast<float>(to) - 0.5f;
    const float at = std::clamp(middle, 0.f, static_cast<float>(from - 1));
    const auto first = static_cast<std::size_t>(at);
    places.push_back({first, std::min<std::size_t>(first + 1, from - 1), at - static_cast<float>(first)});
  }
  return places;
}

/// Of colours by how opaque they are.
Color mixOf(const std::array<std::pair<Color, float>, 4>& parts) {
  std::array<float, 4> sums{};
  for (const auto& [color, share] : parts) {
    const float opaque = share * color.a;
    sums[0] += opaque * color.r, sums[1] += opaque * color.g, sums[2] += opaque * color.b, sums[3] += opaque;
  }
  if (sums[3] <= 0) return {0, 0, 0, 0};
  const auto byte = [](float value) { return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.f, 255.f))); };
  return {byte(sums[0] / sums[3]), byte(sums[1] / sums[3]), byte(sums[2] / sums[3]), byte(sums[3])};
}

PixelPicture enlarged(const PixelPicture& picture, std::uint32_t width, std::uint32_t height) {
  PixelPicture large{width, height, {}};
  large.pixels.reserve(std::size_t{width} * height);
  const auto columns = placesBetween(picture.width, width), rows = placesBetween(picture.height, height);
  for (const Between& y : rows)
    for (const Between& x : columns) {
      const auto part = [&](std::size_t column, std::size_t row, float share) {
        return std::pair(picture.pixels[row * picture.width + column], share);
      };
      large.pixels.push_back(mixOf({part(x.first, y.first, (1 - x.ofSecond) * (1 - y.ofSecond)),
                                    part(x.second, y.first, x.ofSecond * (1 - y.ofSecond)),
                                    part(x.first, y.second, (1 - x.ofSecond) * y.ofSecond),
                                    part(x.second, y.second, x.ofSecond * y.ofSecond)}));
    }
  return large;
}

}  // namespace

PixelPicture atSize(const PixelPicture& picture, std::uint32_t width, std::uint32_t height) {
  width = std::clamp(width, 1u, kMostPictureSide);
  height = std::clamp(height, 1u, kMostPictureSide);
  if (width <= picture.width && height <= picture.height) return shrunkTo(picture, width, height);
  if (width >= picture.width && height >= picture.height) return enlarged(picture, width, height);
  return enlarged(shrunkTo(picture, width, height), width, height);
}

}  // namespace strata::inline canvas
