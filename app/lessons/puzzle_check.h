#pragma once

#include <vector>

#include "app/lessons/lesson_check.h"

namespace strata::inline lessons {

/// What is wrong with a puzzle, found without running anything.
std::vector<LessonProblem> problemsOfPuzzle(const Page& page);

/// Solves the player's page with the stored solution, and asks of each wrong answer that it is told apart by what the
/// puzzle says.
void solve(LessonPlayer& player, const LessonHost& host, std::vector<LessonProblem>& problems);

}  // namespace strata::inline lessons
