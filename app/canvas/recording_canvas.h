#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// One drawing order as a RecordingCanvas heard it.
struct DrawOp {
  enum class Kind { Fill, Stroke, Polyline, Polygon, Text, Image };
  Kind kind = Kind::Fill;
  Rect rect;                 ///< extent: of a text its line box, of a polyline or polygon the box around its points
  std::optional<Rect> clip;  ///< all clips in force, cut with each other
  Color color;
  float width = 0;  ///< of a line
  std::vector<Point> points;
  std::string text;
  TextStyle style;
  std::vector<Color> pixels;  ///< of an image that is no FixedPicture

  /// What of the extent is seen; no value if nothing is.
  std::optional<Rect> visible() const;
};

/// Draws into a list, for tests.
class RecordingCanvas final : public Canvas {
 public:
  using Canvas::Canvas;
  void fill(Rect rect, Color color, float radius = 0) override;
  void stroke(Rect rect, Color color, float width = 1, float radius = 0) override;
  void polyline(std::span<const Point> points, Color color, float width = 1) override;
  void dashed(Point from, Point to, Color color, float width = 1, Dashes dashes = {}) override;
  void polygon(std::span<const Point> corners, Color color) override;
  void text(Point at, std::string_view utf8, const TextStyle& style) override;
  void image(Rect rect, std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) override;
  void picture(Rect rect, const FixedPicture& shown) override;
  void pushClip(Rect rect) override;
  void popClip() override;
  float measure(std::string_view utf8, const TextStyle& style) const override;

  const std::vector<DrawOp>& ops() const { return m_ops; }
  std::vector<const DrawOp*> of(DrawOp::Kind kind) const;
  std::vector<const DrawOp*> of(DrawOp::Kind kind, Color color) const;
  /// The first text that is just this, or contains this.
  const DrawOp* findText(std::string_view exactly) const;
  const DrawOp* findTextWith(std::string_view part) const;
  bool clipsBalanced() const { return m_clips.empty() && !m_poppedTooOften; }

 private:
  DrawOp& add(DrawOp::Kind kind, Rect rect, Color color);

  std::vector<DrawOp> m_ops;
  std::vector<Rect> m_clips;
  bool m_poppedTooOften = false;
};

}  // namespace strata::inline canvas
