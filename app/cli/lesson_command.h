#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/complain.h"
#include "app/lessons/lesson_file.h"

// What the actions of `strata lesson` share.

namespace strata::inline cli {

struct LessonOptions {
  std::string action, device = "best", out;
  std::vector<std::string> names;
  std::string learner, language;
  bool noRun = false, reset = false, withoutAnswers = false, json = false;
};

/// A folder without one is a mistake, not a course of none.
Result<std::vector<LessonFile>> courseIn(const std::string& folder);
/// The lessons that are named, or all; what is none of them is an error.
std::vector<LessonFile> asked(const std::vector<std::string>& names, std::vector<Error>& errors);
ExitCode said(const std::vector<Error>& errors, ExitCode code = ExitCode::Done);

/// Usage where none of the lessons is in that language; an empty one is as they were written, as "en" is.
Result<void> knownLanguage(const std::string& language, const std::vector<LessonFile>& files);

bool endsIn(const std::string& path, std::initializer_list<std::string_view> endings);
Error noPage(const std::string& out, std::string_view endings);

/// What learners have predicted, on the terminal or as a file.
ExitCode lessonProgress(const LessonOptions& options);

}  // namespace strata::inline cli
