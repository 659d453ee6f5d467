#include "app/canvas/cairo_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "app/canvas/cairo_surface.h"
#include "app/canvas/font_metrics.h"

namespace strata::inline canvas {
namespace {

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

}  // namespace

CairoCanvas::CairoCanvas(std::unique_ptr<Surface> surface, float scale, const Theme& theme)
    : Canvas(theme, scale), m_surface(std::move(surface)) {}

CairoCanvas::~CairoCanvas() = default;

cairo_t* CairoCanvas::cairo() const {
  return m_surface->cairo;
}

cairo_surface_t* CairoCanvas::target() const {
  return m_surface->target;
}

void CairoCanvas::setColor(Color color) {
  cairo_set_source_rgba(cairo(), color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
}

bool CairoCanvas::ok() const {
  return cairo_status(cairo()) == CAIRO_STATUS_SUCCESS;
}

void CairoCanvas::fill(Rect rect, Color color, float radius) {
  if (rect.w <= 0 || rect.h <= 0) return;
  setColor(color);
  addBox(cairo(), rect, radius);
  cairo_fill(cairo());
}

void CairoCanvas::stroke(Rect rect, Color color, float width, float radius) {
  const Rect middle = rect.inset(width / 2, width / 2);
  if (middle.w <= 0 || middle.h <= 0) return fill(rect, color, radius);
  setColor(color);
  cairo_set_line_width(cairo(), width);
  addBox(cairo(), middle, radius - width / 2);
  cairo_stroke(cairo());
}

void CairoCanvas::polyline(std::span<const Point> points, Color color, float width) {
  if (points.size() < 2) return;
  setColor(color);
  cairo_set_line_width(cairo(), width);
  for (const Point point : points) cairo_line_to(cairo(), point.x, point.y);
  cairo_stroke(cairo());
}

void CairoCanvas::dashed(Point from, Point to, Color color, float width, Dashes dashes) {
  const double pattern[] = {dashes.dash, dashes.gap};
  cairo_set_dash(cairo(), pattern, 2, 0);
  line(from, to, color, width);
  cairo_set_dash(cairo(), nullptr, 0, 0);
}

void CairoCanvas::polygon(std::span<const Point> corners, Color color) {
  if (corners.size() < 3) return;
  setColor(color);
  for (const Point corner : corners) cairo_line_to(cairo(), corner.x, corner.y);
  cairo_fill(cairo());
}

void CairoCanvas::image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
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
    cairo_t* const cairo = this->cairo();
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

void CairoCanvas::pushClip(Rect rect) {
  ++m_openClips;
  cairo_save(cairo());
  cairo_rectangle(cairo(), rect.x, rect.y, std::max(0.f, rect.w), std::max(0.f, rect.h));
  cairo_clip(cairo());
}

void CairoCanvas::popClip() {
  if (m_openClips == 0) return;
  --m_openClips;
  cairo_restore(cairo());
}

float CairoCanvas::measure(std::string_view utf8, const TextStyle& style) const {
  return FontMetrics::shared().measure(utf8, style);
}

}  // namespace strata::inline canvas
