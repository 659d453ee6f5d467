#pragma once

#include <string>
#include <vector>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// A run of letters that look alike.
struct TextRun {
  std::string text;
  TextStyle style;
  bool tag = false;  ///< a small word in a frame
};

/// Where the words of a paragraph stand.
struct PlacedRun {
  TextRun run;
  Rect box;
};
struct PlacedText {
  std::vector<PlacedRun> runs;
  float height = 0;
};

/// Fills lines of a width with words, at (0, 0). A word that is wider than a line is cut by the draw.
PlacedText placeText(const Canvas& canvas, const std::vector<TextRun>& runs, float width);
/// Draws what lies wholly inside `clip`.
void drawText(Canvas& canvas, const PlacedText& text, Point at, Rect clip);

}  // namespace strata::inline canvas
