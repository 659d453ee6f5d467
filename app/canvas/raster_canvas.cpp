#include "app/canvas/raster_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/canvas/cairo_surface.h"
#include "app/canvas/font_metrics.h"

namespace strata::inline canvas {
namespace {

std::uint32_t pixelsOf(float logical, float scale) {
  return static_cast<std::uint32_t>(std::max(1L, std::lround(logical * scale)));
}

cairo_surface_t* pixelsFor(float width, float height, float scale) {
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(pixelsOf(width, scale)),
                                    static_cast<int>(pixelsOf(height, scale)));
}

}  // namespace

RasterCanvas::RasterCanvas(float width, float height, float scale, const Theme& theme)
    : CairoCanvas(std::make_unique<Surface>(pixelsFor(width, height, scale)), scale, theme),
      m_width(pixelsOf(width, scale)),
      m_height(pixelsOf(height, scale)) {
  cairo_scale(cairo(), scale, scale);
}

void RasterCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  if (utf8.empty()) return;
  cairo_t* const cairo = this->cairo();
  // On a whole row of pixels letters are sharp.
  const float scale = pixelsPerUnit();
  const float baseline = std::round((at.y + FontMetrics::shared().baseline(style)) * scale) / scale;
  setColor(style.color);
  const OutlineSink sink{
      [cairo](Point p) { cairo_move_to(cairo, p.x, p.y); },
      [cairo](Point p) { cairo_line_to(cairo, p.x, p.y); },
      [cairo](Point a, Point b, Point p) { cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y); },
  };
  m_glyphs.trace({at.x, baseline}, utf8, style, sink);
  cairo_fill(cairo);
}

std::vector<Color> RasterCanvas::pixels() const {
  cairo_surface_flush(target());
  const unsigned char* const data = cairo_image_surface_get_data(target());
  if (!data) return {};
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(target()));
  std::vector<Color> out(std::size_t{m_width} * m_height);
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint32_t value = 0;
    std::memcpy(&value, data + i / m_width * stride + i % m_width * 4, 4);
    out[i] = {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
              static_cast<std::uint8_t>(value)};
  }
  return out;
}

}  // namespace strata::inline canvas
