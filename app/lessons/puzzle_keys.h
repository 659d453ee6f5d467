#pragma once

#include <string>

#include "app/lessons/puzzle.h"

// What stands below "puzzle:", key by key. Errors are Usage and say what was expected, without the place.

namespace strata::inline lessons {

Result<void> takeBudget(Puzzle& puzzle, std::string_view value);   ///< "NAME | EXPRESSION | MOST | BEST"
Result<void> takeThreads(Puzzle& puzzle, std::string_view value);  ///< "8"
/// "NAME LENGTH | EXPRESSION, EXPRESSION", or of a matrix "NAME ROWSxCOLUMNS | …".
Result<void> takePictureRow(Puzzle& puzzle, std::string_view value, bool written);
Result<void> takeWrongAnswer(Puzzle& puzzle, std::string_view value, int line);  ///< "REASON | SENTENCE"

/// What a puzzle must have when all of it is read; takes off the empty lines around its texts.
Result<void> wholePuzzle(Puzzle& puzzle);

}  // namespace strata::inline lessons
