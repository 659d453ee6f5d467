#include "app/canvas/glyph_outlines.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <array>
#include <string>

#include "app/canvas/font_metrics.h"
#include "app/canvas/utf8.h"

namespace strata::inline canvas {
namespace {

/// One glyph on its way from font units into pixels.
struct Placed {
  const OutlineSink* sink;
  Point at;
  float scale;
  Point last{};  ///< where the pen is

  Point place(const FT_Vector* v) const {
    return {at.x + static_cast<float>(v->x) * scale, at.y - static_cast<float>(v->y) * scale};
  }
};

Placed& penOf(void* user) {
  return *static_cast<Placed*>(user);
}

int moveTo(const FT_Vector* to, void* user) {
  penOf(user).last = penOf(user).place(to);
  penOf(user).sink->moveTo(penOf(user).last);
  return 0;
}

int lineTo(const FT_Vector* to, void* user) {
  penOf(user).last = penOf(user).place(to);
  penOf(user).sink->lineTo(penOf(user).last);
  return 0;
}

int cubicTo(const FT_Vector* first, const FT_Vector* second, const FT_Vector* to, void* user) {
  Placed& glyph = penOf(user);
  glyph.last = glyph.place(to);
  glyph.sink->curveTo(glyph.place(first), glyph.place(second), glyph.last);
  return 0;
}

// A quadratic curve is the cubic whose control points lie two thirds of the way to its own.
int conicTo(const FT_Vector* control, const FT_Vector* to, void* user) {
  Placed& glyph = penOf(user);
  const Point from = glyph.last, c = glyph.place(control), end = glyph.place(to);
  const auto towards = [c](Point p) { return Point{p.x + (c.x - p.x) * 2 / 3, p.y + (c.y - p.y) * 2 / 3}; };
  glyph.last = end;
  glyph.sink->curveTo(towards(from), towards(end), end);
  return 0;
}

void traceGlyph(FT_Face face, FT_UInt index, Placed glyph) {
  static const FT_Outline_Funcs kFunctions{moveTo, lineTo, conicTo, cubicTo, 0, 0};
  if (FT_Load_Glyph(face, index, FT_LOAD_NO_SCALE) != 0 || face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return;
  FT_Outline_Decompose(&face->glyph->outline, &kFunctions, &glyph);
}

}  // namespace

struct GlyphOutlines::Fonts {
  FT_Library library = nullptr;
  std::array<FT_Face, 3> faces{};
  std::vector<FT_Face> fallbacks;  ///< nullptr where one cannot be read

  Fonts() {
    if (FT_Init_FreeType(&library) != 0) return;
    const FontMetrics& metrics = FontMetrics::shared();
    for (const Face face : {Face::Regular, Face::Bold, Face::Mono})
      faces[static_cast<std::size_t>(face)] = open(metrics.fontFile(face));
    for (const std::string& file : metrics.fallbackFiles()) fallbacks.push_back(open(file));
  }
  ~Fonts() { FT_Done_FreeType(library); }  // with all its faces
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  FT_Face of(Face face) const { return faces[static_cast<std::size_t>(face)]; }
  /// Of a glyph that was placed.
  FT_Face of(const PlacedGlyph& glyph, Face face) const {
    const std::vector<std::string>& files = FontMetrics::shared().fallbackFiles();
    for (std::size_t i = 0; i < files.size(); ++i)
      if (glyph.file == &files[i]) return fallbacks[i];
    return of(face);
  }

  FT_Face open(const std::string& file) const {
    FT_Face face = nullptr;
    return !file.empty() && FT_New_Face(library, file.c_str(), 0, &face) == 0 ? face : nullptr;
  }
};

GlyphOutlines::GlyphOutlines() : m_fonts(std::make_unique<Fonts>()) {}
GlyphOutlines::~GlyphOutlines() = default;

std::vector<PlacedGlyph> GlyphOutlines::placed(std::string_view utf8, const TextStyle& style) const {
  const FontMetrics& metrics = FontMetrics::shared();
  const FT_Face own = m_fonts->of(style.face);
  std::vector<PlacedGlyph> glyphs;
  float x = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t begin = at;
    const char32_t point = nextCodePoint(utf8, at);
    const auto fallback = metrics.fallbackOf(style.face, point);
    const FT_Face face = fallback ? m_fonts->fallbacks[*fallback] : own;
    const float width = metrics.measure(utf8.substr(begin, at - begin), style);
    if (face && width > 0)
      glyphs.push_back({fallback ? &metrics.fallbackFiles()[*fallback] : &metrics.fontFile(style.face),
                        FT_Get_Char_Index(face, point), x, begin, at - begin});
    x += width;
  }
  return glyphs;
}

void GlyphOutlines::trace(Point baseline, std::string_view utf8, const TextStyle& style, const OutlineSink& sink) {
  for (const PlacedGlyph& glyph : placed(utf8, style)) {
    const FT_Face face = m_fonts->of(glyph, style.face);
    traceGlyph(face, glyph.index,
               {&sink, {baseline.x + glyph.x, baseline.y}, style.size / static_cast<float>(face->units_per_EM)});
  }
}

}  // namespace strata::inline canvas
