#pragma once

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// Draws what lies in a part of another canvas, of text only lines that are wholly in it: what is scrolled shows no
/// half letters, nor writes over what stands beside it.
class WholeLines final : public Canvas {
 public:
  WholeLines(Canvas& canvas, Rect part);
  ~WholeLines() override;
  WholeLines(const WholeLines&) = delete;
  WholeLines& operator=(const WholeLines&) = delete;

  void fill(Rect rect, Color color, float radius) override;
  void stroke(Rect rect, Color color, float width, float radius) override;
  void polyline(std::span<const Point> points, Color color, float width) override;
  void dashed(Point from, Point to, Color color, float width, Dashes dashes) override;
  void polygon(std::span<const Point> corners, Color color) override;
  void text(Point at, std::string_view utf8, const TextStyle& style) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void frame(Rect rect, std::uint32_t texture, std::uint32_t width, std::uint32_t height,
             std::span<const Color> pixels) override;
  void picture(Rect rect, const FixedPicture& shown) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

 private:
  Canvas& m_canvas;
  Rect m_part;
};

}  // namespace strata::inline canvas
