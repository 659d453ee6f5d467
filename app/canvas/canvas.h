#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/canvas/theme.h"
#include "engine/base/storey.h"

namespace strata::inline canvas {

class FixedPicture;

struct Point {
  float x = 0, y = 0;
  friend constexpr bool operator==(Point, Point) = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  constexpr float right() const { return x + w; }
  constexpr float bottom() const { return y + h; }
  constexpr bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  constexpr Rect inset(float dx, float dy) const { return {x + dx, y + dy, w - 2 * dx, h - 2 * dy}; }
  friend constexpr bool operator==(Rect, Rect) = default;
};

enum class Face : std::uint8_t { Regular, Bold, Mono };

/// Height of a line box, in units of the text size.
inline constexpr float kLineHeight = 1.35f;

struct TextStyle {
  float size = 13;  ///< pixels
  Face face = Face::Regular;
  Color color;
};

/// How long the dashes of a line and the gaps between them are.
struct Dashes {
  float dash = 4, gap = 4;
};

/// Where a view draws. Units are logical pixels, y down. Live through ImGui, to files through SVG, PDF and pixels, into
/// a list for tests and for what is asked of a view without drawing it (RecordingCanvas).
class Canvas {
 public:
  explicit Canvas(const Theme& theme = darkTheme(), float pixelsPerUnit = 1)
      : m_theme(&theme), m_pixelsPerUnit(pixelsPerUnit) {}
  virtual ~Canvas() = default;
  const Theme& theme() const { return *m_theme; }
  /// How many pixels of what is seen a unit is wide.
  float pixelsPerUnit() const { return m_pixelsPerUnit; }
  /// The same of a side; one at least.
  std::uint32_t inPixels(float side) const;
  virtual void fill(Rect rect, Color color, float radius = 0) = 0;
  /// The line lies inside the rectangle.
  virtual void stroke(Rect rect, Color color, float width = 1, float radius = 0) = 0;
  virtual void polyline(std::span<const Point> points, Color color, float width = 1) = 0;
  void line(Point from, Point to, Color color, float width = 1) { polyline(std::array{from, to}, color, width); }
  /// A line of dashes; it begins with one.
  virtual void dashed(Point from, Point to, Color color, float width = 1, Dashes dashes = {});
  /// Filled, without an edge of its own; convex, corners clockwise.
  virtual void polygon(std::span<const Point> corners, Color color) = 0;
  /// `at` is the top left of the line box; the box is kLineHeight × size high, its baseline where
  /// FontMetrics::baseline says.
  virtual void text(Point at, std::string_view utf8, const TextStyle& style) = 0;
  /// Row-major RGBA; drawn without smoothing.
  virtual void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) = 0;
  /// A picture that lies in OpenGL's memory as `texture`; where the host draws without it, or it is 0, its pixels.
  virtual void frame(Rect rect, [[maybe_unused]] std::uint32_t texture, std::uint32_t width, std::uint32_t height,
                     std::span<const Color> pixels) {
    image(rect, width, height, pixels);
  }
  /// Smoothly, with a pixel for each that is seen. What is drawn often goes by the picture's number: then a drawing
  /// looks at no pixel.
  virtual void picture(Rect rect, const FixedPicture& shown);
  virtual void pushClip(Rect rect) = 0;
  virtual void popClip() = 0;
  /// Width of a line of text; the same in every host (see FontMetrics).
  virtual float measure(std::string_view utf8, const TextStyle& style) const = 0;

 private:
  const Theme* m_theme;
  float m_pixelsPerUnit;
};

/// `utf8` shortened with "…" so that it fits `width`; empty if not even one letter fits.
std::string_view elide(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width,
                       std::string& buffer);
/// The same, with "…" in the middle: of names that begin alike the ends stay to tell them apart.
std::string_view elideMiddle(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width,
                             std::string& buffer);
/// The same; where one of the others could be shortened to that, too, the word stays in which they differ.
std::string_view elideApart(const Canvas& canvas, std::string_view utf8, std::span<const std::string> others,
                            const TextStyle& style, float width, std::string& buffer);

}  // namespace strata::inline canvas
