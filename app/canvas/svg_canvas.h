#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/canvas/glyph_outlines.h"

namespace strata::inline canvas {

/// What letters of an SVG are.
enum class SvgText : std::uint8_t {
  Fonts,     ///< text, of fonts that whoever shows it has
  Outlines,  ///< areas in the form of letters, as this machine's fonts have them: the same everywhere
};

/// Draws into an SVG document that shows the same in every browser: texts carry their width, names are escaped.
class SvgCanvas final : public Canvas {
 public:
  /// `scale`: how large the document says it wants to be shown; its units stay logical pixels.
  SvgCanvas(float width, float height, const Theme& theme = darkTheme(), float scale = 1,
            SvgText letters = SvgText::Fonts);

  void fill(Rect rect, Color color, float radius = 0) override;
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override;
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void dashed(Point from, Point to, Color color, float width = 1, Dashes dashes = {}) override;
  void polygon(std::span<const Point> corners, Color color) override;
  void text(Point at, std::string_view utf8, const TextStyle& style) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

  /// What is told to who does not see it, and by pointing; empty: nothing.
  void describe(std::string title, std::string description);
  /// The whole document as drawn so far.
  std::string document() const;

 private:
  float m_width, m_height, m_scale;
  std::unique_ptr<GlyphOutlines> m_outlines;  ///< null: letters are text
  std::string m_title, m_description, m_body;
  int m_clipCount = 0, m_openClips = 0;
};

}  // namespace strata::inline canvas
