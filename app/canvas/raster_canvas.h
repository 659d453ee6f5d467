#pragma once

#include <vector>

#include "app/canvas/cairo_canvas.h"
#include "app/canvas/glyph_outlines.h"

namespace strata::inline canvas {

/// Draws into pixels of memory, without a window and without OpenGL. For one thread.
class RasterCanvas final : public CairoCanvas {
 public:
  /// `width` and `height` in logical pixels; each is `scale` pixels of the picture wide.
  RasterCanvas(float width, float height, float scale = 1, const Theme& theme = darkTheme());

  void text(Point at, std::string_view utf8, const TextStyle& style) override;

  std::uint32_t pixelWidth() const { return m_width; }
  std::uint32_t pixelHeight() const { return m_height; }
  /// The picture so far, row by row, opaque.
  std::vector<Color> pixels() const;

 private:
  std::uint32_t m_width, m_height;
  GlyphOutlines m_glyphs;
};

}  // namespace strata::inline canvas
