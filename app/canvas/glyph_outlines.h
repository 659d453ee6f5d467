#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// Receives the outline of a glyph: pixels, y down, curves as cubics.
struct OutlineSink {
  std::function<void(Point)> moveTo, lineTo;
  std::function<void(Point, Point, Point)> curveTo;
};

/// The letters of the fonts that FontMetrics measured, as outlines: unhinted, so that each stands where it was
/// measured. For one thread.
class GlyphOutlines {
 public:
  GlyphOutlines();
  ~GlyphOutlines();
  /// The outlines of a line of text that begins at `baseline`.
  void trace(Point baseline, std::string_view utf8, const TextStyle& style, const OutlineSink& sink);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> m_fonts;
};

}  // namespace strata::inline canvas
