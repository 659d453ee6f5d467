#include "app/canvas/pdf_canvas.h"

#include <cairo-ft.h>
#include <cairo-pdf.h>

#include <utility>
#include <vector>

#include "app/canvas/cairo_surface.h"
#include "app/canvas/font_metrics.h"
#include "app/canvas/utf8.h"

namespace strata::inline canvas {
namespace {

constexpr double kPoints = 72.0 / 96.0;  // of a unit

cairo_status_t appendBytes(void* to, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

PdfCanvas::PdfCanvas(float width, float height, const Theme& theme, float scale)
    : PdfCanvas(std::make_unique<std::string>(), width, height, theme, scale) {}

PdfCanvas::PdfCanvas(std::unique_ptr<std::string> bytes, float width, float height, const Theme& theme, float scale)
    : CairoCanvas(std::make_unique<Surface>(cairo_pdf_surface_create_for_stream(&appendBytes, bytes.get(),
                                                                                width * kPoints, height * kPoints)),
                  scale, theme),
      m_bytes(std::move(bytes)) {
  cairo_pdf_surface_restrict_to_version(target(), CAIRO_PDF_VERSION_1_4);  // as publishers take it
  cairo_scale(cairo(), kPoints, kPoints);
}

PdfCanvas::~PdfCanvas() {
  cairo_surface_finish(target());  // it writes to what goes first
  for (const auto& [file, font] : m_fonts) cairo_font_face_destroy(font);
}

_cairo_font_face* PdfCanvas::fontOf(const std::string& file) {
  const auto [known, isNew] = m_fonts.try_emplace(file, nullptr);
  if (isNew) {
    FcPattern* const pattern = FcPatternCreate();
    FcPatternAddString(pattern, FC_FILE, reinterpret_cast<const FcChar8*>(file.c_str()));
    FcPatternAddInteger(pattern, FC_INDEX, 0);
    known->second = cairo_ft_font_face_create_for_pattern(pattern);
    FcPatternDestroy(pattern);
  }
  return known->second;
}

/// Cairo draws nothing more after a text that is no UTF-8.
void PdfCanvas::text(Point at, std::string_view utf8, const TextStyle& style) {
  const std::string whole = wholeUtf8(utf8);
  const float baseline = at.y + FontMetrics::shared().baseline(style);
  const std::vector<PlacedGlyph> placed = m_glyphs.placed(whole, style);
  setColor(style.color);
  cairo_set_font_size(cairo(), style.size);
  for (std::size_t first = 0; first < placed.size();) {
    std::size_t end = first;
    std::string letters;
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
    for (; end < placed.size() && placed[end].file == placed[first].file; ++end) {
      const PlacedGlyph& glyph = placed[end];
      letters.append(whole, glyph.begin, glyph.bytes);
      glyphs.push_back({glyph.index, at.x + glyph.x, baseline});
      clusters.push_back({static_cast<int>(glyph.bytes), 1});
    }
    cairo_set_font_face(cairo(), fontOf(*placed[first].file));
    cairo_show_text_glyphs(cairo(), letters.data(), static_cast<int>(letters.size()), glyphs.data(),
                           static_cast<int>(glyphs.size()), clusters.data(), static_cast<int>(clusters.size()),
                           cairo_text_cluster_flags_t{});
    first = end;
  }
}

void PdfCanvas::describe(const std::string& title, const std::string& description) {
  cairo_pdf_surface_set_metadata(target(), CAIRO_PDF_METADATA_TITLE, wholeUtf8(title).c_str());
  cairo_pdf_surface_set_metadata(target(), CAIRO_PDF_METADATA_SUBJECT, wholeUtf8(description).c_str());
}

std::string PdfCanvas::document() {
  const bool whole = ok();
  cairo_surface_finish(target());
  return whole && cairo_surface_status(target()) == CAIRO_STATUS_SUCCESS ? *m_bytes : std::string();
}

}  // namespace strata::inline canvas
