#include "app/canvas/sized_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/base/mutex.h"

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

using SharedPicture = std::shared_ptr<const PixelPicture>;

/// Any thread may ask.
class SizedPictures {
 public:
  SharedPicture find(const SharedPicture& of, std::uint32_t width, std::uint32_t height) STRATA_EXCLUDES(m_mutex) {
    const Lock lock(m_mutex);
    std::erase_if(m_kept, [](const Kept& one) { return one.of.expired(); });
    const auto found = std::ranges::find_if(m_kept, [&](const Kept& one) {
      return one.of.lock() == of && one.made->width == width && one.made->height == height;
    });
    if (found == m_kept.end()) return nullptr;
    std::rotate(found, found + 1, m_kept.end());
    return m_kept.back().made;
  }
  void add(const SharedPicture& of, SharedPicture made) STRATA_EXCLUDES(m_mutex) {
    constexpr std::size_t kMostKept = 8;  // a page has one or two, and a window that grows asks for each size once
    const Lock lock(m_mutex);
    if (m_kept.size() == kMostKept) m_kept.erase(m_kept.begin());
    m_kept.push_back({of, std::move(made)});
  }

 private:
  struct Kept {
    std::weak_ptr<const PixelPicture> of;
    SharedPicture made;
  };
  Mutex m_mutex;
  std::vector<Kept> m_kept STRATA_GUARDED_BY(m_mutex);  ///< what was asked for last stands last
};

}  // namespace

PixelPicture atSize(const PixelPicture& picture, std::uint32_t width, std::uint32_t height) {
  width = std::clamp(width, 1u, kMostPictureSide);
  height = std::clamp(height, 1u, kMostPictureSide);
  PixelPicture small = shrunkTo(picture, width, height);
  return small.width == width && small.height == height ? small : enlarged(small, width, height);
}

std::shared_ptr<const PixelPicture> keptAtSize(const std::shared_ptr<const PixelPicture>& picture, std::uint32_t width,
                                               std::uint32_t height) {
  static SizedPictures kept;
  width = std::clamp(width, 1u, kMostPictureSide);
  height = std::clamp(height, 1u, kMostPictureSide);
  if (picture->width == width && picture->height == height) return picture;
  if (auto known = kept.find(picture, width, height)) return known;
  auto made = std::make_shared<const PixelPicture>(atSize(*picture, width, height));
  kept.add(picture, made);
  return made;
}

}  // namespace strata::inline canvas
