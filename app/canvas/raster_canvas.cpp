#include "app/canvas/raster_canvas.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "app/canvas/font_metrics.h"

namespace strata::inline canvas {
namespace {

void setColor(cairo_t* cairo, Color color) {
  cairo_set_source_rgba(cairo, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
}

void addBox(cairo_t* cairo, Rect box, float radius) {
  const double r = std::min({radius, box.w / 2, box.h / 2});
  if (r <= 0) return cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
  constexpr double kQuarter = std::numbers::pi / 2;
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, box.right() - r, box.y + r, r, -kQuarter, 0);
  cairo_arc(cairo, box.right() - r, box.bottom() - r, r, 0, kQuarter);
  cairo_arc(cairo, box.x + r, box.bottom() - r, r, kQuarter, 2 * kQuarter);
  cairo_arc(cairo, box.x + r, box.y + r, r, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(cairo);
}

std::uint32_t premultiplied(Color c) {
  const auto part = [&c](std::uint8_t channel) { return (std::uint32_t{channel} * c.a + 127) / 255; };
  return std::uint32_t{c.a} << 24 | part(c.r) << 16 | part(c.g) << 8 | part(c.b);
}

std::uint32_t pixelsOf(float logical, float scale) {
  return static_cast<std::uint32_t>(std::max(1L, std::lround(logical * scale)));
}

}  // namespace

struct RasterCanvas::Surface {
  Surface(std::uint32_t width, std::uint32_t height)
      : image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height))),
        cairo(cairo_create(image)) {}
  ~Surface() {
    cairo_destroy(cairo);
    cairo_surface_destroy(image);
  }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;

  cairo_surface_t* image;
  cairo_t* cairo;
};

RasterCanvas::RasterCanvas(float width, float height, float scale, const Theme& theme)
    : Canvas(theme, scale),
      m_width(pixelsOf(width, scale)),
      m_height(pixelsOf(height, scale)),
      m_scale(scale),
      m_surface(std::make_unique<Surface>(m_width, m_height)) {
  cairo_scale(m_surface->cairo, scale, scale);
}

RasterCanvas::~RasterCanvas() = default;

bool RasterCanvas::ok() const {
  return cairo_status(m_surface->cairo) == CAIRO_STATUS_SUCCESS;
}

void RasterCanvas::fill(Rect rect, Color color, float radius) {
  if (rect.w <= 0 || rect.h <= 0) return;
  setColor(m_surface->cairo, color);
  addBox(m_surface->cairo, rect, radius);
  cairo_fill(m_surface->cairo);
}

void RasterCanvas::stroke(Rect rect, Color color, float width, float radius) {
  const Rect middle = rect.inset(width / 2, width / 2);
  if (middle.w <= 0 || middle.h <= 0) return fill(rect, color, radius);
  setColor(m_surface->cairo, color);
  cairo_set_line_width(m_surface->cairo, width);
  addBox(m_surface->cairo, middle, radius - width / 2);
  cairo_stroke(m_surface->cairo);
}

void RasterCanvas::polyline(std::span<const Point> points, Color color, float width) {
  if (points.size() < 2) return;
  setColor(m_surface->cairo, color);
  cairo_set_line_width(m_surface->cairo, width);
  for (const Point point : points) cairo_line_to(m_surface->cairo, point.x, point.y);
  cairo_stroke(m_surface->cairo);
}

void RasterCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  if (utf8.empty()) return;
  cairo_t* const cairo = m_surface->cairo;
  // On a whole row of pixels letters are sharp.
  const float baseline = std::round((at.y + FontMetrics::shared().baseline(style)) * m_scale) / m_scale;
  setColor(cairo, style.color);
  const OutlineSink sink{
      [cairo](Point p) { cairo_move_to(cairo, p.x, p.y); },
      [cairo](Point p) { cairo_line_to(cairo, p.x, p.y); },
      [cairo](Point a, Point b, Point p) { cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y); },
  };
  m_glyphs.trace({at.x, baseline}, utf8, style, sink);
  cairo_fill(cairo);
}

void RasterCanvas::image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  if (rect.w <= 0 || rect.h <= 0 || width == 0 || height == 0) return;
  if (pixels.size() < std::size_t{width} * height) return;
  cairo_surface_t* picture =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height));
  if (unsigned char* const data = cairo_image_surface_get_data(picture)) {
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(picture));
    for (std::size_t i = 0; i < std::size_t{width} * height; ++i) {
      const std::uint32_t value = premultiplied(pixels[i]);
      std::memcpy(data + i / width * stride + i % width * 4, &value, 4);
    }
    cairo_surface_mark_dirty(picture);
    cairo_t* const cairo = m_surface->cairo;
    cairo_save(cairo);
    cairo_rectangle(cairo, rect.x, rect.y, rect.w, rect.h);
    cairo_translate(cairo, rect.x, rect.y);
    cairo_scale(cairo, rect.w / static_cast<double>(width), rect.h / static_cast<double>(height));
    cairo_set_source_surface(cairo, picture, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_fill(cairo);
    cairo_restore(cairo);
  }
  cairo_surface_destroy(picture);
}

void RasterCanvas::pushClip(Rect rect) {
  ++m_openClips;
  cairo_save(m_surface->cairo);
  cairo_rectangle(m_surface->cairo, rect.x, rect.y, std::max(0.f, rect.w), std::max(0.f, rect.h));
  cairo_clip(m_surface->cairo);
}

void RasterCanvas::popClip() {
  if (m_openClips == 0) return;
  --m_openClips;
  cairo_restore(m_surface->cairo);
}

float RasterCanvas::measure(std::string_view utf8, const TextStyle& style) const {
  return FontMetrics::shared().measure(utf8, style);
}

std::vector<Color> RasterCanvas::pixels() const {
  cairo_surface_flush(m_surface->image);
  const unsigned char* const data = cairo_image_surface_get_data(m_surface->image);
  if (!data) return {};
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(m_surface->image));
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
