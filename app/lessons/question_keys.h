#pragma once

#include <string_view>

#include "app/lessons/lesson.h"

// What stands below "ask:", key by key. Errors are Usage and say what was expected, without the place.

namespace strata::inline lessons {

/// "TEXT | EXPRESSION", of a choice or of an item to put in order.
Result<void> takeChoice(Question& question, Question::Kind kind, std::string_view value);
Result<void> takeNumber(Question& question, std::string_view value);  ///< "1 to 64"
Result<void> takePlace(Question& question, std::string_view value);   ///< "line" or "storey"
Result<void> takeKind(Question& question, std::string_view value);    ///< "published"

/// What a question must have when all of it is read.
Result<void> wholeQuestion(const Question& question);

}  // namespace strata::inline lessons
