#pragma once

#include "app/canvas/rich_text.h"
#include "app/lessons/lesson_sight.h"

namespace strata::inline views {

/// Which elements threads read and write: vectors as rows of cells, matrices as they are, the threads between those
/// read and those written, one of them with its lines drawn out. Nothing where the box is too low.
void drawPuzzlePicture(Canvas& canvas, Rect box, const PuzzleSight& puzzle, const std::string& language, float s);
float pictureHeight(const PuzzleSight& puzzle, float s);
/// The same as a picture for a page; empty where the puzzle has none.
std::string puzzleSvg(const PuzzleSight& puzzle, const std::string& language);

/// The kernel's text, its hole, or the solution in it, marked, long lines broken behind a comma or a word; as many
/// lines as the box has room for.
void drawPuzzleKernel(Canvas& canvas, Rect box, const PuzzleSight& puzzle, float s);
float kernelHeight(const Canvas& canvas, const PuzzleSight& puzzle, float s, float width);
/// The scale at which all of it stands in the box, as large as can be; 1 is 12 pixels.
float largestKernel(const Canvas& canvas, Rect box, const PuzzleSight& puzzle);

/// What an answer may take, and what the newest one took.
std::vector<TextRun> budgetWords(const Canvas& canvas, const PuzzleSight& puzzle, const std::string& language,
                                 float size);
/// What came of the newest answer; empty: there is none, or another time's was right.
std::vector<TextRun> verdictWords(const Canvas& canvas, const PuzzleSight& puzzle, const std::string& language,
                                  float size);

}  // namespace strata::inline views
