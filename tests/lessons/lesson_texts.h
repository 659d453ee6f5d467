#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"

namespace strata {

/// Expects that it can be read.
inline Lesson parsed(std::string_view text, std::string_view file = "own.lesson") {
  auto lesson = parseLesson(text, file);
  EXPECT_TRUE(lesson.ok()) << lesson.error().message;
  return lesson.ok() ? std::move(lesson).value() : Lesson{};
}

/// The first place of `part`, which must be there.
inline std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const auto at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

/// "LINE: WHAT" of each, in lines.
inline std::string listed(const std::vector<LessonProblem>& problems) {
  std::string all;
  for (const LessonProblem& problem : problems) all += std::to_string(problem.line) + ": " + problem.what + "\n";
  return all;
}

}  // namespace strata
