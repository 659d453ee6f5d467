#include "app/canvas/recording_canvas.h"

#include <algorithm>

#include "app/canvas/font_metrics.h"

namespace strata::inline canvas {
namespace {

Rect cut(Rect a, Rect b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.f, std::min(a.right(), b.right()) - x), std::max(0.f, std::min(a.bottom(), b.bottom()) - y)};
}

Rect boxAround(std::span<const Point> points) {
  if (points.empty()) return {};
  const auto [left, right] = std::ranges::minmax(points, {}, &Point::x);
  const auto [top, bottom] = std::ranges::minmax(points, {}, &Point::y);
  return {left.x, top.y, right.x - left.x, bottom.y - top.y};
}

}  // namespace

std::optional<Rect> DrawOp::visible() const {
  const Rect seen = clip ? cut(rect, *clip) : rect;
  if (!clip) return seen;
  // A hairline has no area and is still seen.
  const bool outside =
      rect.x > clip->right() || rect.right() < clip->x || rect.y > clip->bottom() || rect.bottom() < clip->y;
  return outside || clip->w <= 0 || clip->h <= 0 ? std::nullopt : std::optional(seen);
}

DrawOp& RecordingCanvas::add(DrawOp::Kind kind, Rect rect, Color color) {
  DrawOp& op = m_ops.emplace_back();
  op.kind = kind;
  op.rect = rect;
  op.color = color;
  if (!m_clips.empty()) op.clip = m_clips.back();
  return op;
}

void RecordingCanvas::fill(Rect rect, Color color, float) {
  add(DrawOp::Kind::Fill, rect, color);
}

void RecordingCanvas::stroke(Rect rect, Color color, float width, float) {
  add(DrawOp::Kind::Stroke, rect, color).width = width;
}

void RecordingCanvas::polyline(std::span<const Point> points, Color color, float width) {
  DrawOp& op = add(DrawOp::Kind::Polyline, boxAround(points), color);
  op.points.assign(points.begin(), points.end());
  op.width = width;
}

void RecordingCanvas::dashed(Point from, Point to, Color color, float width, Dashes) {
  line(from, to, color, width);
}

void RecordingCanvas::polygon(std::span<const Point> corners, Color color) {
  add(DrawOp::Kind::Polygon, boxAround(corners), color).points.assign(corners.begin(), corners.end());
}

void RecordingCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  DrawOp& op = add(DrawOp::Kind::Text, {at.x, at.y, measure(utf8, style), style.size * kLineHeight}, style.color);
  op.text = utf8;
  op.style = style;
}

void RecordingCanvas::image(Rect rect, std::uint32_t, std::uint32_t, std::span<const Color> pixels) {
  add(DrawOp::Kind::Image, rect, {}).pixels.assign(pixels.begin(), pixels.end());
}

void RecordingCanvas::picture(Rect rect, const FixedPicture&) {
  add(DrawOp::Kind::Image, rect, {});
}

void RecordingCanvas::pushClip(Rect rect) {
  m_clips.push_back(m_clips.empty() ? rect : cut(m_clips.back(), rect));
}

void RecordingCanvas::popClip() {
  if (m_clips.empty())
    m_poppedTooOften = true;
  else
    m_clips.pop_back();
}

float RecordingCanvas::measure(std::string_view utf8, const TextStyle& style) const {
  return FontMetrics::shared().measure(utf8, style);
}

std::vector<const DrawOp*> RecordingCanvas::of(DrawOp::Kind kind) const {
  std::vector<const DrawOp*> found;
  for (const DrawOp& op : m_ops)
    if (op.kind == kind) found.push_back(&op);
  return found;
}

std::vector<const DrawOp*> RecordingCanvas::of(DrawOp::Kind kind, Color color) const {
  std::vector<const DrawOp*> found = of(kind);
  std::erase_if(found, [&](const DrawOp* op) { return op->color != color; });
  return found;
}

const DrawOp* RecordingCanvas::findText(std::string_view exactly) const {
  for (const DrawOp& op : m_ops)
    if (op.kind == DrawOp::Kind::Text && op.text == exactly) return &op;
  return nullptr;
}

const DrawOp* RecordingCanvas::findTextWith(std::string_view part) const {
  for (const DrawOp& op : m_ops)
    if (op.kind == DrawOp::Kind::Text && op.text.find(part) != std::string::npos) return &op;
  return nullptr;
}

}  // namespace strata::inline canvas
