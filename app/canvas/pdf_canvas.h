#pragma once

#include <map>
#include <string>

#include "app/canvas/cairo_canvas.h"
#include "app/canvas/glyph_outlines.h"

struct _cairo_font_face;  // NOLINT(bugprone-reserved-identifier): cairo's own name

namespace strata::inline canvas {

/// Draws a page of a PDF: lines and areas as such, letters of fonts that the file holds. A unit is 1/96 inch.
class PdfCanvas final : public CairoCanvas {
 public:
  /// `width` and `height` in logical pixels; `scale`: pixels of a picture that is drawn into it for each.
  PdfCanvas(float width, float height, const Theme& theme = darkTheme(), float scale = 1);
  ~PdfCanvas() override;

  void text(Point at, std::string_view utf8, const TextStyle& style) override;

  /// What its reader is told of it; empty: nothing.
  void describe(const std::string& title, const std::string& description);
  /// The whole file; nothing can be drawn any more. Empty: there was no memory for it.
  std::string document();

 private:
  PdfCanvas(std::unique_ptr<std::string> bytes, float width, float height, const Theme& theme, float scale);
  _cairo_font_face* fontOf(const std::string& file);

  std::unique_ptr<std::string> m_bytes;  ///< written while its surface is
  GlyphOutlines m_glyphs;
  std::map<std::string, _cairo_font_face*> m_fonts;  ///< by file
};

}  // namespace strata::inline canvas
