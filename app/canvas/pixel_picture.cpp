#include "app/canvas/pixel_picture.h"

#include <cairo.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>

namespace strata::inline canvas {
namespace {

using SurfaceOwner = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

Error unreadable(std::string why) {
  return {ErrorCode::Usage, std::move(why)};
}

std::uint32_t bigEndianAt(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// What its header says, before room is made for it.
Result<void> checkHeader(const std::string& bytes) {
  constexpr std::string_view kBegin = "\x89PNG\r\n\x1a\n";
  constexpr std::size_t kWidth = 16, kHeight = 20, kEnd = 24;
  if (bytes.size() < kEnd || !bytes.starts_with(kBegin)) return unreadable("is no PNG file");
  const std::uint32_t width = bigEndianAt(bytes, kWidth), height = bigEndianAt(bytes, kHeight);
  if (std::max(width, height) > kMostPictureSide)
    return unreadable(fmt::format("has {} × {} pixels; at most {} × {} are shown", width, height, kMostPictureSide,
                                  kMostPictureSide));
  return {};
}

struct PngBytes {
  const std::string& bytes;
  std::size_t read = 0;
};

cairo_status_t readBytes(void* from, unsigned char* to, unsigned count) {
  auto& source = *static_cast<PngBytes*>(from);
  if (source.bytes.size() - source.read < count) return CAIRO_STATUS_READ_ERROR;
  std::memcpy(to, source.bytes.data() + source.read, count);
  source.read += count;
  return CAIRO_STATUS_SUCCESS;
}

/// Whatever its file had: a byte for each of four channels.
SurfaceOwner asArgb(cairo_surface_t* decoded, int width, int height) {
  SurfaceOwner argb(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height), &cairo_surface_destroy);
  cairo_t* const cairo = cairo_create(argb.get());
  cairo_set_source_surface(cairo, decoded, 0, 0);
  cairo_paint(cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(argb.get());
  return argb;
}

Color notPremultiplied(std::uint32_t argb) {
  const std::uint32_t alpha = argb >> 24;
  const auto channel = [&](int shift) {
    const std::uint32_t value = argb >> shift & 0xFF;
    return static_cast<std::uint8_t>(alpha == 0 ? 0 : std::min(255u, (value * 255 + alpha / 2) / alpha));
  };
  return {channel(16), channel(8), channel(0), static_cast<std::uint8_t>(alpha)};
}

/// Where each pixel of the shorter side begins on the longer one, and where the last ends.
std::vector<std::size_t> edgesOf(std::uint32_t longer, std::uint32_t shorter) {
  std::vector<std::size_t> edges;
  edges.reserve(std::size_t{shorter} + 1);
  for (std::size_t at = 0; at <= shorter; ++at) edges.push_back(at * longer / shorter);
  return edges;
}

/// The mean of a rectangle of pixels; of colours, by how opaque they are.
Color meanOf(const PixelPicture& picture, std::size_t left, std::size_t right, std::size_t top, std::size_t bottom) {
  std::array<std::uint64_t, 4> sums{};
  for (std::size_t y = top; y < bottom; ++y)
    for (std::size_t x = left; x < right; ++x) {
      const Color& one = picture.pixels[y * picture.width + x];
      sums[0] += one.r * one.a, sums[1] += one.g * one.a, sums[2] += one.b * one.a, sums[3] += one.a;
    }
  if (sums[3] == 0) return {0, 0, 0, 0};
  const auto mean = [&](std::size_t channel) {
    return static_cast<std::uint8_t>((sums[channel] + sums[3] / 2) / sums[3]);
  };
  const std::uint64_t count = (right - left) * (bottom - top);
  return {mean(0), mean(1), mean(2), static_cast<std::uint8_t>((sums[3] + count / 2) / count)};
}

}  // namespace

Result<PixelPicture> decodePng(const std::string& bytes) {
  STRATA_TRY(checkHeader(bytes));
  PngBytes source{bytes};
  const SurfaceOwner decoded(cairo_image_surface_create_from_png_stream(&readBytes, &source), &cairo_surface_destroy);
  if (cairo_surface_status(decoded.get()) != CAIRO_STATUS_SUCCESS) return unreadable("is damaged or cut off");
  const int width = cairo_image_surface_get_width(decoded.get()),
            height = cairo_image_surface_get_height(decoded.get());
  const SurfaceOwner argb = asArgb(decoded.get(), width, height);
  const unsigned char* const data = cairo_image_surface_get_data(argb.get());
  if (!data) return unreadable("needs more memory than there is");
  PixelPicture picture{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  picture.pixels.reserve(std::size_t{picture.width} * picture.height);
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(argb.get()));
  for (std::size_t y = 0; y < picture.height; ++y)
    for (std::size_t x = 0; x < picture.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, data + y * stride + x * 4, 4);
      picture.pixels.push_back(notPremultiplied(pixel));
    }
  return picture;
}

PixelPicture shrunkTo(const PixelPicture& picture, std::uint32_t width, std::uint32_t height) {
  if (width >= picture.width && height >= picture.height) return picture;
  PixelPicture small{std::clamp(width, 1u, picture.width), std::clamp(height, 1u, picture.height), {}};
  small.pixels.reserve(std::size_t{small.width} * small.height);
  const auto columns = edgesOf(picture.width, small.width), rows = edgesOf(picture.height, small.height);
  for (std::size_t y = 0; y < small.height; ++y)
    for (std::size_t x = 0; x < small.width; ++x)
      small.pixels.push_back(meanOf(picture, columns[x], columns[x + 1], rows[y], rows[y + 1]));
  return small;
}

}  // namespace strata::inline canvas
