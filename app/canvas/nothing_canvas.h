#pragma once

#include <cstdint>

#include "app/canvas/font_metrics.h"

namespace strata::inline canvas {

/// Takes all that is drawn and keeps nothing; text is measured as anywhere else.
class NothingCanvas : public Canvas {
 public:
  using Canvas::Canvas;
  void fill(Rect, Color, float) override {}
  void stroke(Rect, Color, float, float) override {}
  void polyline(std::span<const Point>, Color, float) override {}
  void dashed(Point, Point, Color, float, Dashes) override {}
  void polygon(std::span<const Point>, Color) override {}
  void text(Point, std::string_view, const TextStyle&) override {}
  void image(Rect, std::uint32_t, std::uint32_t, std::span<const Color>) override {}
  void picture(Rect, const FixedPicture&) override {}
  void pushClip(Rect) override {}
  void popClip() override {}
  float measure(std::string_view utf8, const TextStyle& style) const override {
    return FontMetrics::shared().measure(utf8, style);
  }
};

}  // namespace strata::inline canvas
