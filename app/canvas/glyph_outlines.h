#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// Receives the outline of a glyph: pixels, y down, curves as cubics.
struct OutlineSink {
  std::function<void(Point)> moveTo, lineTo;
  std::function<void(Point, Point, Point)> curveTo;
};

/// One letter of a line of text.
struct PlacedGlyph {
  const std::string* file = nullptr;  ///< of its font, of FontMetrics::shared()
  std::uint32_t index = 0;            ///< in that file
  float x = 0;                        ///< from the line's begin, in pixels
  std::size_t begin = 0, bytes = 0;   ///< of the text
};

/// The letters of the fonts that FontMetrics measured, as outlines: unhinted, so that each stands where it was
/// measured. For one thread.
class GlyphOutlines {
 public:
  GlyphOutlines();
  ~GlyphOutlines();
  /// The letters of a line of text, without those that have no width or no font.
  std::vector<PlacedGlyph> placed(std::string_view utf8, const TextStyle& style) const;
  /// The outlines of a line of text that begins at `baseline`.
  void trace(Point baseline, std::string_view utf8, const TextStyle& style, const OutlineSink& sink);

 private:
  struct Fonts;
  std::unique_ptr<Fonts> m_fonts;
};

}  // namespace strata::inline canvas
