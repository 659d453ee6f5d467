#include "app/canvas/whole_lines.h"

namespace strata::inline canvas {

WholeLines::WholeLines(Canvas& canvas, Rect part)
    : Canvas(canvas.theme(), canvas.pixelsPerUnit()), m_canvas(canvas), m_part(part) {
  m_canvas.pushClip(part);
}

WholeLines::~WholeLines() {
  m_canvas.popClip();
}

void WholeLines::fill(Rect rect, Color color, float radius) {
  m_canvas.fill(rect, color, radius);
}

void WholeLines::stroke(Rect rect, Color color, float width, float radius) {
  m_canvas.stroke(rect, color, width, radius);
}

void WholeLines::polyline(std::span<const Point> points, Color color, float width) {
  m_canvas.polyline(points, color, width);
}

void WholeLines::dashed(Point from, Point to, Color color, float width, Dashes dashes) {
  m_canvas.dashed(from, to, color, width, dashes);
}

void WholeLines::polygon(std::span<const Point> corners, Color color) {
  m_canvas.polygon(corners, color);
}

void WholeLines::text(Point at, std::string_view utf8, const TextStyle& style) {
  constexpr float kRounding = 0.5f;
  const bool whole = at.y >= m_part.y - kRounding && at.y + kLineHeight * style.size <= m_part.bottom() + kRounding;
  if (whole) m_canvas.text(at, utf8, style);
}

void WholeLines::image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  m_canvas.image(rect, width, height, pixels);
}

void WholeLines::frame(Rect rect, std::uint32_t texture, std::uint32_t width, std::uint32_t height,
                       std::span<const Color> pixels) {
  m_canvas.frame(rect, texture, width, height, pixels);
}

void WholeLines::picture(Rect rect, const FixedPicture& shown) {
  m_canvas.picture(rect, shown);
}

void WholeLines::pushClip(Rect rect) {
  m_canvas.pushClip(rect);
}

void WholeLines::popClip() {
  m_canvas.popClip();
}

float WholeLines::measure(std::string_view utf8, const TextStyle& style) const {
  return m_canvas.measure(utf8, style);
}

}  // namespace strata::inline canvas
