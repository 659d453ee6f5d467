#include "app/canvas/digest_canvas.h"

#include <bit>
#include <cstring>
#include <type_traits>

#include "app/canvas/fixed_picture.h"
#include "app/canvas/font_metrics.h"

namespace strata::inline canvas {

void DigestCanvas::addBytes(const void* data, std::size_t bytes) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  const auto* at = static_cast<const unsigned char*>(data);
  for (; bytes > 0;) {
    std::uint64_t word = 0;
    const std::size_t part = bytes < sizeof word ? bytes : sizeof word;
    std::memcpy(&word, at, part);
    m_digest = (std::rotl(m_digest, 29) ^ word) * kOdd;
    at += part;
    bytes -= part;
  }
  m_digest ^= m_digest >> 32;
}

template <class... Parts>
void DigestCanvas::add(Order order, const Parts&... parts) {
  static_assert((std::is_trivially_copyable_v<Parts> && ...));
  addBytes(&order, sizeof order);
  (addBytes(&parts, sizeof parts), ...);
}

void DigestCanvas::fill(Rect rect, Color color, float radius) {
  add(Order::Fill, rect, color, radius);
}

void DigestCanvas::stroke(Rect rect, Color color, float width, float radius) {
  add(Order::Stroke, rect, color, width, radius);
}

void DigestCanvas::polyline(std::span<const Point> points, Color color, float width) {
  add(Order::Polyline, points.size(), color, width);
  addBytes(points.data(), points.size_bytes());
}

void DigestCanvas::dashed(Point from, Point to, Color color, float width, Dashes dashes) {
  add(Order::Dashed, from, to, color, width, dashes);
}

void DigestCanvas::polygon(std::span<const Point> corners, Color color) {
  add(Order::Polygon, corners.size(), color);
  addBytes(corners.data(), corners.size_bytes());
}

void DigestCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  add(Order::Text, at, utf8.size(), style.size, style.face, style.color);
  addBytes(utf8.data(), utf8.size());
}

void DigestCanvas::image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  add(Order::Image, rect, width, height);
  addBytes(pixels.data(), pixels.size_bytes());
}

void DigestCanvas::picture(Rect rect, const FixedPicture& shown) {
  add(Order::Picture, rect, shown.number(), pixelsPerUnit());
}

void DigestCanvas::pushClip(Rect rect) {
  add(Order::PushClip, rect);
}

void DigestCanvas::popClip() {
  add(Order::PopClip);
}

float DigestCanvas::measure(std::string_view utf8, const TextStyle& style) const {
  return FontMetrics::shared().measure(utf8, style);
}

}  // namespace strata::inline canvas
