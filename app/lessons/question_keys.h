#pragma once

#include <string_view>

#include "app/lessons/lesson.h"

// What stands below "ask:", key by key. Errors are Usage and say what was expected, without the place.

namespace strata::inline lessons {

Result<void> takeNumber(Question& question, std::string_view value);  ///< "1 to 64"
Result<void> takePlace(Question& question, std::string_view value);   ///< "line" or "storey"
Result<void> takeKind(Question& question, std::string_view value);    ///< "published"

/// What a question must have when all of it is read.
Result<void> wholeQuestion(const Question& question);

}  // namespace strata::inline lessons
