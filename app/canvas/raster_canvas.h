#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/canvas/glyph_outlines.h"

namespace strata::inline canvas {

/// Draws into pixels of memory, without a window and without OpenGL. For one thread.
class RasterCanvas final : public Canvas {
 public:
  /// `width` and `height` in logical pixels; each is `scale` pixels of the picture wide.
  RasterCanvas(float width, float height, float scale = 1, const Theme& theme = darkTheme());
  ~RasterCanvas() override;

  void fill(Rect rect, Color color, float radius = 0) override;
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override;
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void text(Point at, std::string_view utf8, const TextStyle& style) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

  /// False where the picture was too large for memory: then nothing is drawn.
  bool ok() const;
  std::uint32_t pixelWidth() const { return m_width; }
  std::uint32_t pixelHeight() const { return m_height; }
  /// The picture so far, row by row, opaque.
  std::vector<Color> pixels() const;

 private:
  struct Surface;
  std::uint32_t m_width, m_height;
  float m_scale;
  std::unique_ptr<Surface> m_surface;
  GlyphOutlines m_glyphs;
  int m_openClips = 0;
};

}  // namespace strata::inline canvas
