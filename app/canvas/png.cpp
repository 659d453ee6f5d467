#include "app/canvas/png.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace strata::inline canvas {
namespace {

void appendBigEndian(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

void appendChunk(std::string& out, std::string_view type, const std::string& data) {
  appendBigEndian(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = std::string(type) + data;
  out += body;
  appendBigEndian(out, static_cast<std::uint32_t>(
                           crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

std::string perMetre(double perInch) {
  constexpr double kMetre = 0.0254;  // an inch
  std::string data;
  for (int side = 0; side < 2; ++side) appendBigEndian(data, static_cast<std::uint32_t>(std::lround(perInch / kMetre)));
  return data + '\x01';  // of a metre
}

bool opaque(std::span<const Color> pixels) {
  return std::all_of(pixels.begin(), pixels.end(), [](const Color& pixel) { return pixel.a == 255; });
}

std::string scanlines(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels, bool alpha) {
  std::string raw;
  raw.reserve(height * (1 + std::size_t{alpha ? 4u : 3u} * width));
  for (std::size_t y = 0; y < height; ++y) {
    raw += '\0';
    for (const Color& pixel : pixels.subspan(y * width, width)) {
      for (const std::uint8_t channel : {pixel.r, pixel.g, pixel.b}) raw += static_cast<char>(channel);
      if (alpha) raw += static_cast<char>(pixel.a);
    }
  }
  return raw;
}

std::string deflated(const std::string& raw) {
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
           static_cast<uLong>(raw.size()));
  packed.resize(size);
  return packed;
}

}  // namespace

std::string encodePng(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels, double perInch) {
  if (width == 0 || height == 0 || pixels.size() < std::size_t{width} * height) return {};
  constexpr char kRgb = 2, kRgba = 6;
  const bool alpha = !opaque(pixels.first(std::size_t{width} * height));
  std::string header;
  appendBigEndian(header, width);
  appendBigEndian(header, height);
  header += {'\x08', alpha ? kRgba : kRgb, '\0', '\0', '\0'};
  std::string png = "\x89PNG\r\n\x1a\n";
  appendChunk(png, "IHDR", header);
  if (perInch > 0) appendChunk(png, "pHYs", perMetre(perInch));
  appendChunk(png, "IDAT", deflated(scanlines(width, height, pixels, alpha)));
  appendChunk(png, "IEND", {});
  return png;
}

std::string encodeBase64(std::string_view bytes) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

}  // namespace strata::inline canvas
