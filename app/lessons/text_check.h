#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_check.h"
#include "app/lessons/told.h"

namespace strata::inline lessons {

/// A text of a lesson by itself, with the lines of the file where things stand.
struct CheckedText {
  std::vector<LessonProblem> problems;  ///< it is too long, a picture cannot be shown, a brace is none
  struct Told {
    int line = 0;
    Braced braced;
  };
  std::vector<Told> told;
};

/// `lines`: of the file, for each line of the text; `line`: of what they do not tell. `folder`: where pictures lie.
CheckedText checkText(std::string_view text, const std::vector<int>& lines, int line, const std::string& folder);

}  // namespace strata::inline lessons
