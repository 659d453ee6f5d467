#pragma once

#include <cstdint>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// Draws nothing; what it is told to draw becomes one number, equal for equal pictures.
class DigestCanvas final : public Canvas {
 public:
  using Canvas::Canvas;
  void fill(Rect rect, Color color, float radius = 0) override;
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override;
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void dashed(Point from, Point to, Color color, float width = 1, Dashes dashes = {}) override;
  void polygon(std::span<const Point> corners, Color color) override;
  void text(Point at, std::string_view utf8, const TextStyle& style) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void picture(Rect rect, const FixedPicture& shown) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

  std::uint64_t digest() const { return m_digest; }

 private:
  enum class Order : std::uint32_t { Fill, Stroke, Polyline, Dashed, Polygon, Text, Image, Picture, PushClip, PopClip };
  template <class... Parts>
  void add(Order order, const Parts&... parts);
  void addBytes(const void* data, std::size_t bytes);

  std::uint64_t m_digest = 0;
};

}  // namespace strata::inline canvas
