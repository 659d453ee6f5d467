#include "app/canvas/svg_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "app/canvas/escape_xml.h"
#include "app/canvas/font_metrics.h"
#include "app/canvas/png.h"

namespace strata::inline canvas {
namespace {

// Two decimals are finer than any screen; trailing zeros only make the file long.
std::string number(float value) {
  std::string shown = fmt::format("{:.2f}", value);
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.back() == '.') shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

std::string box(Rect rect) {
  return fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", number(rect.x), number(rect.y),
                     number(std::max(0.f, rect.w)), number(std::max(0.f, rect.h)));
}

std::string corners(std::span<const Point> points) {
  std::string out;
  for (const Point& point : points) out += number(point.x) + ',' + number(point.y) + ' ';
  return out;
}

std::string paint(std::string_view attribute, Color color) {
  std::string out = fmt::format(R"( {}="#{:02x}{:02x}{:02x}")", attribute, color.r, color.g, color.b);
  if (color.a != 255) out += fmt::format(R"( {}-opacity="{:.3g}")", attribute, color.a / 255.0);
  return out;
}

std::string rounded(float radius) {
  return radius > 0 ? fmt::format(R"( rx="{}")", number(radius)) : std::string();
}

std::string fontOf(const TextStyle& style) {
  const bool mono = style.face == Face::Mono;
  return fmt::format(R"(font-family="{}" font-size="{}"{})",
                     mono ? "JetBrains Mono,DejaVu Sans Mono,monospace" : "Inter,DejaVu Sans,sans-serif",
                     number(style.size), style.face == Face::Bold ? R"( font-weight="600")" : "");
}

std::string pathOf(GlyphOutlines& outlines, Point baseline, std::string_view utf8, const TextStyle& style) {
  std::string path;
  const auto add = [&path](char order, std::initializer_list<Point> points) {
    path += order;
    for (const Point& p : points) path += number(p.x) + ' ' + number(p.y) + ' ';
  };
  outlines.trace(baseline, utf8, style,
                 {[&](Point p) { add('M', {p}); }, [&](Point p) { add('L', {p}); },
                  [&](Point a, Point b, Point p) {
                    add('C', {a, b, p});
                  }});
  return path;
}

}  // namespace

SvgCanvas::SvgCanvas(float width, float height, const Theme& theme, float scale, SvgText letters)
    : Canvas(theme, scale), m_width(width), m_height(height), m_scale(scale) {
  if (letters == SvgText::Outlines) m_outlines = std::make_unique<GlyphOutlines>();
}

void SvgCanvas::fill(Rect rect, Color color, float radius) {
  m_body += fmt::format("<rect {}{}{}/>\n", box(rect), rounded(radius), paint("fill", color));
}

void SvgCanvas::stroke(Rect rect, Color color, float width, float radius) {
  const Rect middle = rect.inset(width / 2, width / 2);
  m_body += fmt::format("<rect {}{} fill=\"none\"{} stroke-width=\"{}\"/>\n", box(middle), rounded(radius),
                        paint("stroke", color), number(width));
}

void SvgCanvas::polyline(std::span<const Point> points, Color color, float width) {
  m_body += fmt::format("<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{}\"/>\n", corners(points),
                        paint("stroke", color), number(width));
}

void SvgCanvas::dashed(Point from, Point to, Color color, float width, Dashes dashes) {
  m_body += fmt::format("<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{}\" stroke-dasharray=\"{} {}\"/>\n",
                        corners(std::array{from, to}), paint("stroke", color), number(width), number(dashes.dash),
                        number(dashes.gap));
}

void SvgCanvas::polygon(std::span<const Point> points, Color color) {
  m_body += fmt::format("<polygon points=\"{}\"{}/>\n", corners(points), paint("fill", color));
}

void SvgCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  if (utf8.empty()) return;
  const float baseline = at.y + FontMetrics::shared().baseline(style);
  if (m_outlines) {
    const std::string path = pathOf(*m_outlines, {at.x, baseline}, utf8, style);
    if (!path.empty()) m_body += fmt::format("<path d=\"{}\"{}/>\n", path, paint("fill", style.color));
    return;
  }
  m_body += fmt::format("<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" {}{}>{}</text>\n",
                        number(at.x), number(baseline), number(measure(utf8, style)), fontOf(style),
                        paint("fill", style.color), escapeXml(utf8));
}

void SvgCanvas::image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  const std::string png = encodePng(width, height, pixels);
  if (png.empty()) return;
  m_body += fmt::format(
      "<image {} preserveAspectRatio=\"none\" image-rendering=\"pixelated\" href=\"data:image/png;base64,{}\"/>\n",
      box(rect), encodeBase64(png));
}

void SvgCanvas::pushClip(Rect rect) {
  ++m_clipCount;
  ++m_openClips;
  m_body +=
      fmt::format("<clipPath id=\"c{0}\"><rect {1}/></clipPath><g clip-path=\"url(#c{0})\">\n", m_clipCount, box(rect));
}

void SvgCanvas::popClip() {
  if (m_openClips == 0) return;
  --m_openClips;
  m_body += "</g>\n";
}

float SvgCanvas::measure(std::string_view utf8, const TextStyle& style) const {
  return FontMetrics::shared().measure(utf8, style);
}

void SvgCanvas::describe(std::string title, std::string description) {
  m_title = std::move(title);
  m_description = std::move(description);
}

std::string SvgCanvas::document() const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {2} {3}\" "
      "style=\"font-kerning:none;font-variant-ligatures:none;white-space:pre\">\n",
      number(m_width * m_scale), number(m_height * m_scale), number(m_width), number(m_height));
  if (!m_title.empty()) out += fmt::format("<title>{}</title>\n", escapeXml(m_title));
  if (!m_description.empty()) out += fmt::format("<desc>{}</desc>\n", escapeXml(m_description));
  out += m_body;
  for (int i = 0; i < m_openClips; ++i) out += "</g>\n";
  return out + "</svg>\n";
}

}  // namespace strata::inline canvas
