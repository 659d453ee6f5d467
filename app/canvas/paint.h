#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/canvas/canvas.h"

// Small things that all views draw alike. Nothing here draws outside the box it is given.

namespace strata::inline canvas {

enum class Align { Left, Center, Right };

/// One line of text, centred in height, elided to the width of the box. Nothing if not even a letter fits or the box is
/// lower than the letters. Returns what it covers.
Rect drawLine(Canvas& canvas, Rect box, std::string_view utf8, const TextStyle& style, Align align = Align::Left);
/// A name among others, which is shortened in its middle.
Rect drawName(Canvas& canvas, Rect box, std::string_view utf8, const TextStyle& style);

/// A small word in a frame, as wide as `tagWidth` says, centred in height. Nothing if it does not fit.
void drawTag(Canvas& canvas, Rect box, std::string_view word, float size = 10);
float tagWidth(const Canvas& canvas, std::string_view word, float size = 10);

/// One of some words to choose from, in a box as wide as `choiceWidth` says. `under`: the pointer is on it.
struct ChoiceLook {
  float size = 11;
  bool chosen = false, under = false;
};
void drawChoice(Canvas& canvas, Rect box, std::string_view words, const ChoiceLook& how);
float choiceWidth(const Canvas& canvas, std::string_view words, float size = 11);

/// A button with its words; a loud one is what comes next. Nothing where no letter would fit.
void drawButton(Canvas& canvas, Rect box, std::string_view words, float scale, bool loud, bool enabled = true);

/// The ground of the row of a list that is chosen. Its edge tells it from the others (WCAG 1.4.11, contrast 3).
void drawChosenRow(Canvas& canvas, Rect row);

/// Diagonal lines inside the box.
void drawHatch(Canvas& canvas, Rect box, Color color, float step = 5);

/// One piece of a header line. Pieces of low rank go first when the line is too narrow; rank 0 stays and is elided.
struct HeaderPiece {
  std::string text;
  TextStyle style;
  int rank = 0;
  bool right = false;   ///< from the right end of the line
  bool tag = false;     ///< drawn in a frame
  bool joined = false;  ///< a dot parts it from the piece on its left
  float least = 0;      ///< of the last from the left: how wide it is at least where it is elided before others go
};
void drawHeader(Canvas& canvas, Rect box, std::vector<HeaderPiece> pieces);

/// The area without the margins that views keep from their neighbours; small areas have smaller ones.
Rect viewMargins(Rect area);

/// What a view says when it has nothing to show: a loud line and quiet ones below, wrapped and centred.
void drawTeachingNote(Canvas& canvas, Rect box, std::string_view loud, const std::vector<std::string_view>& quiet);

/// The width cut into words that fit, for texts of more than one line.
std::vector<std::string> wrapText(const Canvas& canvas, std::string_view utf8, const TextStyle& style, float width);

namespace look {
inline TextStyle title(const Canvas& canvas, float scale = 1) {
  return {12 * scale, Face::Bold, canvas.theme().title};
}
inline TextStyle soft(const Canvas& canvas, float scale = 1) {
  return {12 * scale, Face::Regular, canvas.theme().textSoft};
}
inline TextStyle mono(const Canvas& canvas, float scale = 1) {
  return {12 * scale, Face::Mono, canvas.theme().textSoft};
}
inline TextStyle strong(const Canvas& canvas, float scale = 1) {
  return {13 * scale, Face::Bold, canvas.theme().textStrong};
}
inline TextStyle small(const Canvas& canvas, float scale = 1) {
  return {11 * scale, Face::Regular, canvas.theme().textSoft};
}
inline TextStyle dim(const Canvas& canvas, float scale = 1) {
  return {11 * scale, Face::Regular, canvas.theme().textDim};
}
}  // namespace look

}  // namespace strata::inline canvas
