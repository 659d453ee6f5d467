#include "app/live/imgui_canvas.h"

#include <cmath>
#include <vector>

#include "app/canvas/font_metrics.h"

namespace strata::inline live {
namespace {

ImU32 toIm(Color c) {
  return IM_COL32(c.r, c.g, c.b, c.a);
}
std::vector<ImVec2> toIm(std::span<const Point> points) {
  std::vector<ImVec2> out;
  out.reserve(points.size());
  for (const Point p : points) out.emplace_back(p.x, p.y);
  return out;
}
ImVec2 topLeft(Rect r) {
  return {r.x, r.y};
}
ImVec2 bottomRight(Rect r) {
  return {r.right(), r.bottom()};
}

}  // namespace

void ImGuiCanvas::fill(Rect rect, Color color, float radius) {
  m_list.AddRectFilled(topLeft(rect), bottomRight(rect), toIm(color), radius);
}

void ImGuiCanvas::stroke(Rect rect, Color color, float width, float radius) {
  m_list.AddRect(topLeft(rect), bottomRight(rect), toIm(color), radius, 0, width);
}

void ImGuiCanvas::polyline(std::span<const Point> points, Color color, float width) {
  const std::vector<ImVec2> line = toIm(points);
  m_list.AddPolyline(line.data(), static_cast<int>(line.size()), toIm(color), 0, width);
}

void ImGuiCanvas::polygon(std::span<const Point> corners, Color color) {
  const std::vector<ImVec2> outline = toIm(corners);
  m_list.AddConvexPolyFilled(outline.data(), static_cast<int>(outline.size()), toIm(color));
}

void ImGuiCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  if (utf8.empty()) return;
  m_fonts.want(utf8);
  const float height = m_fonts.imguiSize(style);
  const float y = at.y + (kLineHeight * style.size - height) / 2;
  m_list.AddText(m_fonts.font(style), height, {at.x, std::round(y)}, toIm(style.color), utf8.data(),
                 utf8.data() + utf8.size());
}

void ImGuiCanvas::image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  if (width == 0 || height == 0 || pixels.size() < std::size_t{width} * height) return;
  addTexture(rect, m_textures.texture(width, height, pixels));
}

void ImGuiCanvas::frame(Rect rect, std::uint32_t texture, std::uint32_t width, std::uint32_t height,
                        std::span<const Color> pixels) {
  texture == 0 ? image(rect, width, height, pixels) : addTexture(rect, texture);
}

void ImGuiCanvas::picture(Rect rect, const FixedPicture& shown) {
  addTexture(rect, m_textures.texture(shown, inPixels(rect.w), inPixels(rect.h)));
}

void ImGuiCanvas::addTexture(Rect rect, std::uint32_t name) {
  const auto id = static_cast<std::intptr_t>(name);
  // A pointer before 1.91, an integer since.
  m_list.AddImage((ImTextureID)id, topLeft(rect), bottomRight(rect));  // NOLINT(performance-no-int-to-ptr)
}

void ImGuiCanvas::pushClip(Rect rect) {
  m_list.PushClipRect(topLeft(rect), bottomRight(rect), true);
}

void ImGuiCanvas::popClip() {
  m_list.PopClipRect();
}

float ImGuiCanvas::measure(std::string_view utf8, const TextStyle& style) const {
  return FontMetrics::shared().measure(utf8, style);
}

}  // namespace strata::inline live
