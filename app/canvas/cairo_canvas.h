#pragma once

#include <memory>

#include "app/canvas/canvas.h"

struct _cairo;          // NOLINT(bugprone-reserved-identifier): cairo's own names
struct _cairo_surface;  // NOLINT(bugprone-reserved-identifier)

namespace strata::inline canvas {

/// What canvases have in common that draw with cairo: all but letters, and what comes of it. For one thread.
class CairoCanvas : public Canvas {
 public:
  ~CairoCanvas() override;

  void fill(Rect rect, Color color, float radius = 0) override;
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override;
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void dashed(Point from, Point to, Color color, float width = 1, Dashes dashes = {}) override;
  void polygon(std::span<const Point> corners, Color color) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

  /// False where the picture was too large for memory: then nothing is drawn.
  bool ok() const;

 protected:
  struct Surface;

  /// `scale`: pixels of what is seen for a unit.
  CairoCanvas(std::unique_ptr<Surface> surface, float scale, const Theme& theme);
  _cairo* cairo() const;
  _cairo_surface* target() const;
  void setColor(Color color);

 private:
  std::unique_ptr<Surface> m_surface;
  int m_openClips = 0;
};

}  // namespace strata::inline canvas
