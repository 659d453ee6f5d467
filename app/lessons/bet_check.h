#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_check.h"

namespace strata::inline lessons {

/// Why a text at that line of the file cannot tell what was predicted; empty: it can.
std::string wrongBet(const Lesson& lesson, std::string_view question, int line);

/// Questions behind which nothing explains what came out.
std::vector<LessonProblem> unexplained(const Lesson& lesson);

}  // namespace strata::inline lessons
